"""The program's settings: one frozen object, read once from the environment and `.env`."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Everything an operator can set; each name is an environment variable with the prefix COMUNI_."""

    model_config = SettingsConfigDict(
        env_prefix="COMUNI_",
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    token: SecretStr = SecretStr("")
    database: Path = Path("data/comuni.sqlite3")
    backups: Path | None = None
    backup_keep: int = Field(default=7, ge=0)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    sync_commands: bool = True
    actions_per_minute: int = Field(default=60, ge=0)
    call_seconds: float = Field(default=30.0, gt=0)


class WrongSettings(Exception):
    """Settings that cannot be used; `str()` is one clear sentence that shows no value."""


def read_settings() -> Settings:
    """The settings of the environment and `.env`. Raises WrongSettings."""
    try:
        return Settings()
    except ValidationError as error:
        names = ", ".join(f"COMUNI_{'_'.join(map(str, wrong['loc']))}".upper() for wrong in error.errors())
        raise WrongSettings(f"These settings are wrong: {names}. See .env.example.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSettings(f"The file .env cannot be read: {type(error).__name__}.") from error
