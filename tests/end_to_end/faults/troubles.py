"""All that may happen to a call: what Discord says to it, or does not."""

from dataclasses import dataclass, replace

from bot.local.wire import Trouble

REFUSALS = {
    403: (50001, 50013, 50007, 50278, 40003),
    404: (10003, 10007, 10008, 10013, 10015, 10062),
    400: (40060, 50027, 50035, 50083, 160005),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One way in which calls fail; `once`: only the first."""

    name: str
    trouble: Trouble
    once: bool = False

    def at(self, method: str, path: str) -> Trouble:
        """The fault laid on calls that fit."""
        return replace(self.trouble, method=method, path=path, times=1 if self.once else None)


def _faults() -> tuple[Fault, ...]:
    refused = [
        Fault(f"{status} {code}", Trouble("", "", status=status, code=code))
        for status, codes in REFUSALS.items()
        for code in codes
    ]
    lasting = {
        "429 30046": Trouble("", "", status=429, code=30046, retry_after=20.0),
        "429": Trouble("", "", status=429, retry_after=600.0),
        "500": Trouble("", "", status=500),
        "no answer": Trouble("", "", kept=True),
        "answer lost": Trouble("", "", taken=True, cut=True),
        "taken, then 502": Trouble("", "", taken=True, status=502),
    }
    once = lasting | {
        "403 40003": Trouble("", "", status=403, code=40003),
        "400 50035": Trouble("", "", status=400, code=50035),
    }
    once["429"] = Trouble("", "", status=429, retry_after=2.0)
    return (
        *refused,
        *(Fault(name, trouble) for name, trouble in lasting.items()),
        *(Fault(f"{name} once", trouble, once=True) for name, trouble in once.items()),
    )


FAULTS = _faults()
