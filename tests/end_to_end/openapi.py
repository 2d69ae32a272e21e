"""Discord's own description of its API, and whether a request fits it."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from simcord.types import HttpLogEntry

DESCRIPTION = Path(__file__).parents[3] / "shared" / "discord-openapi.json"
METHODS = ("get", "post", "put", "patch", "delete")
ID = re.compile(r"[0-9]{15,}")

Operation = tuple[str, dict[str, Any]]  # the path's template, and what is said of it


class Description:
    """The paths and bodies that Discord takes."""

    def __init__(self, path: Path) -> None:
        self._described: dict[str, Any] = json.loads(path.read_text("utf-8"))
        self._operations: dict[tuple[str, int], list[Operation]] = defaultdict(list)
        self._validators: dict[tuple[str, str], jsonschema_rs.Draft202012Validator | None] = {}
        for template, item in self._described["paths"].items():
            for method in METHODS:
                if method in item:
                    key = (method.upper(), len(_segments(template)))
                    self._operations[key].append((template, item[method]))

    def problems(self, request: HttpLogEntry) -> Iterator[str]:
        """What Discord would say against a request; nothing where it fits."""
        found = self._operation(request.method, request.path)
        if found is None:
            yield f"{request.method} {ID.sub('ID', request.path)}: there is no such path"
        elif request.json is not None:
            yield from self._body_problems(request, *found)

    def _body_problems(self, request: HttpLogEntry, template: str, operation: dict[str, Any]) -> Iterator[str]:
        validator = self._validator(request.method, template, operation)
        if validator is None:
            yield f"{request.method} {template}: no body is expected"
            return
        for error in validator.iter_errors(_ids_as_text(request.json)):
            place = "/".join(map(str, error.instance_path))
            yield f"{request.method} {template}: {place}: {error.message[:300]}"

    def _operation(self, method: str, path: str) -> Operation | None:
        """The most literal template that fits a path."""
        segments = _segments(path)
        fitting = [
            (sum(_fixed(part) for part in _segments(template)), template, operation)
            for template, operation in self._operations[method, len(segments)]
            if all(not _fixed(part) or part == given for part, given in zip(_segments(template), segments, strict=True))
        ]
        return max(fitting, key=lambda item: item[0])[1:] if fitting else None

    def _validator(
        self, method: str, template: str, operation: dict[str, Any]
    ) -> jsonschema_rs.Draft202012Validator | None:
        key = (method, template)
        if key not in self._validators:
            schema = _body_schema(operation)
            described = schema and {**schema, "components": self._described["components"]}
            self._validators[key] = jsonschema_rs.Draft202012Validator(described) if described else None
        return self._validators[key]


@cache
def description() -> Description | None:
    """Discord's description where it lies beside the repository; None elsewhere."""
    return Description(DESCRIPTION) if DESCRIPTION.exists() else None


def all_problems(requests: Iterable[HttpLogEntry]) -> list[str]:
    """Everything that does not fit, each once; nothing where there is no description."""
    described = description()
    if described is None:
        return []
    return list(dict.fromkeys(problem for request in requests for problem in described.problems(request)))


def _segments(path: str) -> list[str]:
    return path.strip("/").split("/")


def _fixed(segment: str) -> bool:
    return not segment.startswith("{")


def _body_schema(operation: dict[str, Any]) -> dict[str, Any] | None:
    content = operation.get("requestBody", {}).get("content", {})
    described: dict[str, Any] = content.get("application/json") or next(iter(content.values()), {})
    schema: dict[str, Any] | None = described.get("schema")
    return schema


def _ids_as_text(body: Any) -> Any:
    """The body with the ids that discord.py sends as numbers, which Discord takes, written as it describes them."""
    if not isinstance(body, dict):
        return body
    body = {key: _ids_as_text(value) if key == "data" else value for key, value in body.items()}
    if "recipient_id" in body:
        body["recipient_id"] = str(body["recipient_id"])
    if isinstance(mentions := body.get("allowed_mentions"), dict) and "users" in mentions:
        body["allowed_mentions"] = {**mentions, "users": [str(user) for user in mentions["users"]]}
    if isinstance(body.get("attachments"), list):
        body["attachments"] = [_with_text_id(attachment) for attachment in body["attachments"]]
    return body


def _with_text_id(attachment: dict[str, Any]) -> dict[str, Any]:
    return {**attachment, "id": str(attachment["id"])} if "id" in attachment else attachment
