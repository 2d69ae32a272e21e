"""Acquiring and claiming income: at once, or after the resources of choice are named one by one (5.8-5.11)."""

from collections.abc import Iterator, Sequence

from bot.game.actions import Acquire, Income
from bot.game.resources import RESOURCES, Resource
from bot.locale import Translator
from bot.ui.cards import cards_row
from bot.ui.gains import acquired, fixed_income, income_lines
from bot.ui.legal import legal_of
from bot.ui.lines import income_text
from bot.ui.panels.asking import Asking, UnfitPath, back_button, page
from bot.ui.panels.codes import encode
from bot.ui.panels.parts import Button, Do, Go, Panel
from bot.ui.words import RESOURCE_EMOJI, amounts, cards_count, choice_text, resource_name

Gain = type[Acquire] | type[Income]
Names = tuple[Resource, ...]
HEADS: dict[Gain, str] = {Acquire: "acquire", Income: "income"}


def acquire_button(asking: Asking) -> Button | None:
    """Acquires, or leads to the choice of the bonus; None where there is nothing to acquire."""
    cards, _ = acquired(asking.observation)
    return _button(asking, Acquire, asking.t("Acquire {cards}", cards=cards_count(len(cards), asking.t)))


def income_button(asking: Asking) -> Button | None:
    """Claims income, or leads to the choice of resources; None where income is not possible."""
    return _button(asking, Income, asking.t("Claim income"))


def acquire_panel(asking: Asking, rest: Sequence[str]) -> Panel:
    """The next bonus resource to name. `rest`: those named before."""
    return _choice_panel(asking, Acquire, rest)


def income_panel(asking: Asking, rest: Sequence[str]) -> Panel:
    """The next resource of choice to name. `rest`: those named before."""
    return _choice_panel(asking, Income, rest)


def acquire_text(asking: Asking) -> str:
    """Exactly which cards come and which tokens are spent (5.8), and the bonus (5.9)."""
    t, lists = asking.t, _lists(asking, Acquire)
    cards, tokens = acquired(asking.observation)
    lines = [
        t("You take {cards}, and your bids are spent: {tokens}.", cards=cards_row(cards), tokens=amounts(tokens, t))
    ]
    if lists[0]:
        lines.append(t("Bonus: {choice}", choice=_of_choice(lists, t)))
    return "\n".join(lines)


def income_text_of(asking: Asking) -> str:
    """Exactly what comes in (5.10, 5.11), and from where when it is not the commune's alone."""
    t, lists = asking.t, _lists(asking, Income)
    total = income_text(fixed_income(asking.observation), len(lists[0]), t)
    lines = [t("You receive {income}.", income=total)]
    sources = list(income_lines(asking.observation, t))
    lines += sources if len(sources) > 1 else []
    if len(lists) == 1 and lists[0]:
        lines.append(t("Of choice: {choice}", choice=_of_choice(lists, t)))
    if not lists[0]:
        lines.append(t("Of choice: nothing, the reserve is empty."))
    if asking.city.active:
        lines.append(t("Your active building types then become inactive. (rule 5.10)"))
    return "\n".join(lines)


def _button(asking: Asking, kind: Gain, label: str) -> Button | None:
    lists = _lists(asking, kind)
    if not lists:
        return None
    if len(lists) == 1:
        return Button(label, Do(_code(asking, kind, lists[0])), "green")
    return Button(label, Go(HEADS[kind]), "green")


def _choice_panel(asking: Asking, kind: Gain, rest: Sequence[str]) -> Panel:
    t, lists = asking.t, _lists(asking, kind)
    named, possible = _resources(rest), list(_possible(lists, rest))
    if not possible:
        raise UnfitPath
    text = acquire_text(asking) if kind is Acquire else income_text_of(asking)
    embed = page(asking, _title(kind, t), text, question(named, len(lists[0]), t))
    back = back_button(asking, ".".join((HEADS[kind], *named[:-1])) if named else "")
    return Panel([embed], [[_resource_button(asking, kind, lists, (*named, name)) for name in possible], [back]])


def _resource_button(asking: Asking, kind: Gain, lists: Sequence[Names], named: Names) -> Button:
    label = f"{RESOURCE_EMOJI[named[-1]]} {resource_name(named[-1], asking.t)}"
    if len(named) == len(lists[0]):
        return Button(label, Do(_code(asking, kind, named)), "green")
    return Button(label, Go(".".join((HEADS[kind], *named))))


def question(named: Names, owed: int, t: Translator) -> str:
    """What is to be named next, where so many resources are owed."""
    if owed == 1:
        return t("**Choose 1 resource.**")
    if named:
        return t("You chose {chosen}. **Choose one more.**", chosen=choice_text(named, t))
    return t.plural("**Choose {count} resource.**", "**Choose {count} resources, one after the other.**", owed)


def _possible(lists: Sequence[Names], named: Sequence[str]) -> Iterator[Resource]:
    """The resources that may be named next."""
    for kind in RESOURCES:
        if any(_within((*named, kind), names) for names in lists):
            yield kind


def _within(named: Sequence[str], names: Names) -> bool:
    return all(named.count(name) <= names.count(name) for name in set[object](named))


def _resources(rest: Sequence[str]) -> Names:
    named = tuple(kind for name in rest for kind in RESOURCES if kind == name)
    if len(named) < len(rest):
        raise UnfitPath
    return named


def _lists(asking: Asking, kind: Gain) -> list[Names]:
    """Every list of resources that may be named."""
    actions = legal_of(asking.choices, Acquire) if kind is Acquire else legal_of(asking.choices, Income)
    return [_resources(action.bonus if isinstance(action, Acquire) else action.choice) for action in actions]


def _code(asking: Asking, kind: Gain, named: Names) -> str:
    names = tuple(sorted(named, key=RESOURCES.index))
    if kind is Acquire:
        return encode(Acquire(seat=asking.seat, bonus=names))
    return encode(Income(seat=asking.seat, choice=names))


def _of_choice(lists: Sequence[Names], t: Translator) -> str:
    if len(lists) == 1:
        return t("{resources}, for the reserve holds no more.", resources=choice_text(lists[0], t))
    return t.plural("{count} resource of choice.", "{count} resources of choice.", len(lists[0]))


def _title(kind: Gain, t: Translator) -> str:
    return t("Acquire") if kind is Acquire else t("Claim income")
