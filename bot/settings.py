"""The program's settings: one frozen object, read once from the environment and `.env`."""

import re
from pathlib import Path
from typing import Annotated, Literal

from dotenv.parser import Binding, parse_stream
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "COMUNI_"
ENV_FILE = ".env"


def _token(value: SecretStr) -> SecretStr:
    if not re.fullmatch(r"[!-~]*", value.get_secret_value()):
        raise ValueError("no token")
    return value


def _path(value: Path) -> Path:
    if "\0" in str(value):
        raise ValueError("no path")
    return value


def _count(value: object) -> object:
    """Digits alone are a number (law 9)."""
    if isinstance(value, str) and not re.fullmatch(r"[0-9]{1,5}", value):
        raise ValueError("no number")
    return value


Token = Annotated[SecretStr, AfterValidator(_token)]
Place = Annotated[Path, AfterValidator(_path)]
Count = Annotated[int, BeforeValidator(_count), Field(ge=0)]
Seconds = Annotated[float, Field(gt=0, le=3600)]


class Settings(BaseSettings):
    """Everything an operator can set; each name is an environment variable with the prefix COMUNI_."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    token: Token = SecretStr("")
    database: Place = Path("data/comuni.sqlite3")
    backups: Place | None = None
    backup_keep: Count = 7
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    sync_commands: bool = True
    actions_per_minute: Count = 60
    call_seconds: Seconds = 30.0


class WrongSettings(Exception):
    """Settings that cannot be used; `str()` is one clear sentence that shows no value."""


def read_settings() -> Settings:
    """The settings of the environment and `.env`. Raises WrongSettings."""
    try:
        _refuse_other_lines()
        return Settings()
    except ValidationError as error:
        names = ", ".join(f"{PREFIX}{'_'.join(map(str, wrong['loc']))}".upper() for wrong in error.errors())
        raise WrongSettings(f"These settings are wrong: {names}. See .env.example.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSettings(f"The file .env cannot be read: {type(error).__name__}.") from error


def _refuse_other_lines() -> None:
    """A name that is misspelt would else be passed over. The lines are numbered, not shown: a token may be in them."""
    file = Path(ENV_FILE)
    if not file.is_file():
        return
    with file.open(encoding="utf-8") as opened:
        wrong = [str(line.original.line) for line in parse_stream(opened) if _is_no_setting(line)]
    if wrong:
        lines = f"Lines {', '.join(wrong)} are no settings" if len(wrong) > 1 else f"Line {wrong[0]} is no setting"
        raise WrongSettings(f"The file .env cannot be used: {lines}. See .env.example.")


def _is_no_setting(line: Binding) -> bool:
    """Settings of other programs may stand there too."""
    if line.error or (line.key is not None and line.value is None):
        return True
    name = (line.key or "").upper()
    return name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() not in Settings.model_fields
