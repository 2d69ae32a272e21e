"""Settings: what an operator can set, and what .env.example says of it, are the same."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.settings import Settings, WrongSettings, read_settings

EXAMPLE = Path(__file__).parents[1] / ".env.example"
LINE = re.compile(r"^(?:# )?(COMUNI_[A-Z_]+)=(.*)$", re.MULTILINE)


@pytest.fixture(autouse=True)
def _no_settings_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for field in Settings.model_fields:
        monkeypatch.delenv(f"COMUNI_{field}".upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def examples() -> dict[str, str]:
    return dict(LINE.findall(EXAMPLE.read_text(encoding="utf-8")))


def test_every_setting_stands_in_the_example_and_the_example_has_no_other() -> None:
    assert sorted(examples()) == sorted(f"COMUNI_{field}".upper() for field in Settings.model_fields)


def test_every_setting_of_the_example_is_explained() -> None:
    blocks = EXAMPLE.read_text(encoding="utf-8").split("\n\n")[1:]
    assert len(blocks) == len(examples())
    assert all(re.match(r"# [A-Z].+\.\n", block) for block in blocks)


def test_the_example_as_it_stands_gives_what_holds_without_it(tmp_path: Path) -> None:
    without = Settings()
    (tmp_path / ".env").write_text(EXAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    assert Settings() == without


def test_what_is_commented_out_in_the_example_can_be_set(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("\n".join(f"{name}={value}" for name, value in examples().items()), "utf-8")
    assert Settings().backups == Path(examples()["COMUNI_BACKUPS"])


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("COMUNI_TOKEN=from-the-file\nCOMUNI_LOG_LEVEL=ERROR\n", "utf-8")
    monkeypatch.setenv("COMUNI_TOKEN", "from-the-environment")
    settings = Settings()
    assert settings.token.get_secret_value() == "from-the-environment"
    assert settings.log_level == "ERROR"


def test_a_setting_without_a_value_is_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("\n".join(f"{name}=" for name in examples()), "utf-8")
    assert Settings() == Settings(_env_file=None)


def test_the_token_is_never_shown() -> None:
    settings = Settings(token="a-secret-token", _env_file=None)  # noqa: S106 - as text, as it is read
    assert "a-secret-token" not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LOG_LEVEL", "LOUD"),
        ("LOG_LEVEL", "debug"),
        ("SYNC_COMMANDS", "perhaps"),
        ("CALL_SECONDS", "0"),
        ("CALL_SECONDS", "-1"),
        ("CALL_SECONDS", "soon"),
        ("CALL_SECONDS", "nan"),
        ("CALL_SECONDS", "inf"),
        ("CALL_SECONDS", "1e300"),
        ("BACKUP_KEEP", "-1"),
        ("BACKUP_KEEP", "7.0"),
        ("BACKUP_KEEP", "1_0"),
        ("BACKUP_KEEP", "７"),
        ("BACKUP_KEEP", "1" + "0" * 30),
        ("TOKEN", "two words"),
        ("TOKEN", "two\nlines"),
        ("TOKEN", "tokén"),
    ],
)
def test_a_wrong_setting_is_refused_without_showing_its_value(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"COMUNI_{name}", value)
    with pytest.raises(ValidationError) as caught:
        Settings()
    assert [error["loc"] for error in caught.value.errors()] == [(name.lower(),)]
    assert "input_value" not in str(caught.value)


def test_settings_do_not_change_once_read() -> None:
    with pytest.raises(ValidationError):
        Settings().log_level = "DEBUG"  # type: ignore[misc]  # it is frozen


LINE_1 = "The file .env cannot be used: Line 1 is no setting. See .env.example."


def refusal(file: bytes) -> str | None:
    """How a file of settings is refused; None where it is taken."""
    Path(".env").write_bytes(file)
    try:
        read_settings()
    except WrongSettings as wrong:
        return str(wrong)
    return None


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("COMUNI_TOKN=x", LINE_1),
        (
            "# a\n\nCOMUNI_TOKEN=x\nCOMUNI_BACKUP=/b",
            LINE_1.replace("1", "4"),
        ),
        (
            "COMUNI_X=1\nPATH=2\ncomuni_y=3",
            LINE_1.replace("Line 1 is no setting", "Lines 1, 3 are no settings"),
        ),
        ("COMUNI_TOKEN", LINE_1),
        ("the.secret.token", LINE_1),
        ('COMUNI_TOKEN="open', LINE_1),
        ("COMUNI_DATABASE=a\0b", "These settings are wrong: COMUNI_DATABASE. See .env.example."),
        ("COMUNI_BACKUPS=a\0b", "These settings are wrong: COMUNI_BACKUPS. See .env.example."),
    ],
)
def test_a_line_that_is_no_setting_is_numbered_and_not_shown(lines: str, sentence: str) -> None:
    assert refusal(lines.encode()) == sentence


@pytest.mark.parametrize("lines", ["", "# only this", "OTHER=1\nexport COMUNI_TOKEN=x", "comuni_token=x", "\r\n\r\n"])
def test_settings_of_others_remarks_and_small_letters_may_stand_in_the_file(lines: str) -> None:
    assert refusal(lines.encode()) is None


def test_a_folder_in_place_of_the_file_is_as_good_as_none() -> None:
    Path(".env").mkdir()
    assert read_settings() == Settings(_env_file=None)


NAMES = st.sampled_from([*sorted(examples()), "COMUNI_TOKN", "comuni_token", "PATH", "export COMUNI_TOKEN", ""])
VALUES = (
    st.sampled_from(["nan", "inf", "-1", "1e999", "９", "'", '"', "${HOME}", "/", "true", "DEBUG", "\0"]) | st.text()
)
LINES = st.lists(st.builds("{}={}".format, NAMES, VALUES) | VALUES, max_size=4).map("\n".join)


@settings(max_examples=200)
@given(LINES.map(lambda lines: lines.encode("utf-8", "surrogatepass")) | st.binary(max_size=60))
def test_a_file_of_any_content_gives_settings_or_one_sentence(file: bytes) -> None:
    said = refusal(file)
    if said is None:
        found = read_settings()
        assert 0 < found.call_seconds <= 3600
        assert 0 <= found.backup_keep <= 99_999
    else:
        assert re.fullmatch(r"[\w .,:]+ See \.env\.example\.|The file \.env cannot be read: \w+\.", said)
