"""A short guide to the rules in the project's own words, by topic, with rule numbers."""

from dataclasses import dataclass
from operator import itemgetter

from discord import Embed

from bot.locale import Translator, msgid

COLOUR = 0x8A7F72
UNFIT = 4  # the rank of a topic that has nothing of what was typed


@dataclass(frozen=True, slots=True)
class Topic:
    """One page of the guide; both are sentences of the catalogue."""

    title: str
    text: str


_TOPICS = (
    Topic(
        msgid("The game in short"),
        msgid(
            "Each seat is a medieval commune. Over many short turns you win project cards by bidding with envoys, and "
            "build them into your city for victory points (VP) or into your walls.\n"
            "Four invasions come, one as each deck of cards runs out. All seats defend at once and in secret: soldiers "
            "sent to the League help everybody, soldiers on your walls help you alone. What gets through leaves loot "
            "points, and each costs a point at the end.\n"
            "After the fourth invasion the most points win. (rules 2, 11, 12)"
        ),
    ),
    Topic(
        msgid("A turn"),
        msgid(
            "1. Projects: exactly one of bid, acquire or claim income.\n"
            "2. Empty columns are refilled.\n"
            "3. If a deck ran out: an invasion, which asks every seat.\n"
            "4. Construction: build cards from your hand.\n"
            "5. Notables come or change sides by themselves.\n"
            "6. You may remove loot points.\n"
            "You are only asked where you have something to decide; a seat without a card in hand skips construction. "
            "(rules 2.4, 8.13, 10.2)"
        ),
    ),
    Topic(
        msgid("Cards and columns"),
        msgid(
            "A card has a type and a value from 1 to 4: 🟨E economic, 🟥M military, 🟦C cultural, 🟪R religious. "
            "A wild card has several types, and you choose one when you found a building with it.\n"
            "The cards lie in columns, and a column is always taken whole. ⭐ marks a column that also gives 1 "
            "resource of your choice when it is acquired. (rules 1.4, 1.5, 5.9)"
        ),
    ),
    Topic(
        msgid("Bid"),
        msgid(
            "`/act bid` puts one of your three envoys on a column, with any number of coins, even none. 2 believers "
            "count as 1 coin. Where another envoy stands your bid must be worth more; where your own stands you cannot "
            "bid. The tokens stay with the envoy, in the open.\n"
            "With all three envoys placed your next turn must be acquire. (rules 5.1-5.3)"
        ),
    ),
    Topic(
        msgid("Outbid"),
        msgid(
            "If you are outbid the game waits for your answer.\n"
            "`/act withdraw`: the envoy and its tokens come back to you.\n"
            "`/act move`: pay 1 believer and put the envoy with the same bid on another column, free or with a lower "
            "bid. That may outbid somebody else, who then answers in turn.\n"
            "If no column could take your bid, you withdraw without being asked. (rules 5.4-5.7)"
        ),
    ),
    Topic(
        msgid("Acquire"),
        msgid(
            "`/act acquire` takes the cards of all columns where your envoys stand, never only some. The envoys come "
            "home, and the tokens of the bids are spent. For each ⭐ column you name 1 resource of your choice. "
            "(rules 5.8, 5.9)"
        ),
    ),
    Topic(
        msgid("Income"),
        msgid(
            "`/act income` gives the income of your commune, part of it of your choice; for each of your active "
            "building types as many of its resource as the level of your highest building of that type; and 1 resource "
            "for each notable you hold. Then your building types become inactive, until you build there again.\n"
            "Economic gives coins, military soldiers, cultural artisans, religious believers. "
            "What the reserve does not hold is lost. (rules 1.2, 1.3, 5.10, 5.11)"
        ),
    ),
    Topic(
        msgid("Substitutes"),
        msgid(
            "2 believers may stand for any one resource, and 2 coins for one soldier. They are used where you pay; you "
            "never exchange them ahead. Where believers themselves are asked for, for moving an envoy or removing "
            "loot points, nothing stands for them. (rules 4.1, 4.2)"
        ),
    ),
    Topic(
        msgid("Build"),
        msgid(
            "`/act build` founds a building with any card (level 1) or raises one of the card's type by one level, up "
            "to 4. The card's value must be at least the new level; each artisan raises it by 1. The step gives as "
            "many VP as the new level, and makes the type active for your next income.\n"
            "One building step and one wall step a turn are free; 1 artisan buys one more of each, as often as you "
            "like.\n"
            "`/act finish` ends construction. At most 2 cards may stay in your hand. (rules 8.1-8.8, 8.11)"
        ),
    ),
    Topic(
        msgid("Walls"),
        msgid(
            "`/act wall` puts any card face down into your walls: a new section (level 1) or one level more on a "
            "section, up to 4, with the same rule for value and artisans. Walls give no VP. A section that reaches "
            "level 4 earns a bonus wall, a new section of level 1, while they last. (rules 8.9, 8.10)"
        ),
    ),
    Topic(
        msgid("Notables"),
        msgid(
            "Treasurer (economic), Captain (military), Architect (cultural) and Bishop (religious). Each first goes to "
            "whoever first has a building of its type of level 2. Later it moves to the seat that alone has the most "
            "VP in the type. A notable brings 1 resource at income, and 3 points at the end. (rules 9, 12.5)"
        ),
    ),
    Topic(
        msgid("Invasion"),
        msgid(
            "Venice 4, the Pope 8, France 12, the Emperor 16. Against you it is stronger by your VP above the lowest "
            "seat's.\n"
            "`/act defend`: all seats seal in secret how many soldiers go to the League and how many to their own "
            "walls. 2 coins or 2 believers serve as 1 soldier. You may change it until the last seat has sealed; "
            "then all is opened, and all that was sent is spent.\n"
            "The League lowers the strength against every seat by its soldiers. If your city defence is at least what "
            "is left, you hold; otherwise the difference comes to you as loot points. (rules 11.1-11.7)"
        ),
    ),
    Topic(
        msgid("City defence"),
        msgid(
            "Soldiers on your walls take the best wall cards by themselves, one on each: 1 + the height of the card in "
            "its section. 3 soldiers on a section of level 3 make 4 + 3 + 2 = 9. A soldier without a card counts 1, a "
            "card without a soldier nothing. The First Defender has +1. (rules 11.4-11.6)"
        ),
    ),
    Topic(
        msgid("Heroism"),
        msgid(
            "Of the seats that sent soldiers to the League the one that sent most gets the higher heroism token, the "
            "next the lower; ties go to fewer VP. Tokens: Venice 3 and 1, the Pope 4 and 2, France 5 and 3, the "
            "Emperor 6 and 4. Who took loot in that invasion gets none, and the token leaves the game. "
            "(rules 1.6, 11.8)"
        ),
    ),
    Topic(
        msgid("Loot points"),
        msgid(
            "At the end of your turn `/act repair` removes 1 loot point for 1 believer, or 2 for 3 believers. "
            "Loot points left at the end cost a point each. (rules 10.1, 12.5)"
        ),
    ),
    Topic(
        msgid("The end"),
        msgid(
            "When deck D runs out that turn is finished, and every seat has one more. Then the Emperor attacks, and "
            "the game ends. Bids still on columns are lost.\n"
            "Your score: VP, 3 for each notable, 2 for each resource of which you hold most (1 where tied), your "
            "heroism tokens, minus loot points, plus the VP of your weakest building type (0 if one is missing).\n"
            "Most points win; tied: the lower commune number. (rules 12.1-12.9)"
        ),
    ),
    Topic(
        msgid("What is hidden"),
        msgid(
            "Behind your screen: resources, heroism tokens, the cards in your hand and in your walls, and your sealed "
            "defence. Everything else is on the board. During an invasion everybody sees only how many have sealed.\n"
            "With open screens resources, hands and tokens are public; sealed defences stay secret until opened. "
            "(rules 3.1-3.7)"
        ),
    ),
    Topic(
        msgid("Communes"),
        msgid(
            "Each starts with its own resources and has its own income: Lucca 1 believer + 1 of choice, Firenze "
            "1 artisan + 1 of choice, Siena 1 soldier + 1 of choice, Bologna 1 coin + 1 of choice, Milano 2 of choice. "
            "The numbers 1 to 5 in this order break ties. (rules 2.2, 12.9)"
        ),
    ),
    Topic(
        msgid("Time"),
        msgid(
            "The host sets the clock before the game starts; `/comuni clock` shows it.\n"
            "**Pace**: how long a seat has for each thing it is asked: the projects of its turn, construction with all "
            "its steps, removing loot points, its answer when outbid, a defence. Days off do not count, nor does time "
            "in which the bot itself was down.\n"
            "**Bank**: what a seat may use beyond the pace. A quarter of it comes back whenever a turn of that seat "
            "begins.\n"
            "**Reminder**: one, after four fifths of the pace.\n"
            "**Time over**: as the host chose, a steward acts for the seat, in its own turn until that turn ends; or "
            "the host is asked, and a steward acts if no answer comes within the pace, or if the time of the host is "
            "over; or the table waits.\n"
            "**Invasion**: all seats have the same time, and the banks are charged when all defences are opened. Where "
            "the host would be asked, a steward seals. A sealed defence counts as an answer, even an empty one; "
            "choices that you have not submitted do not. (rule 3.5)\n"
            "**Away**: `/comuni away until:` and a date. As the host chose, a steward plays for you, but a defence "
            "that is asked already keeps its time; or the table waits.\n"
            "**Pause**: `/comuni pause` by the host or by two seats stops the clock; `/comuni resume` by anybody lets "
            "it run again. You may play in a pause too.\n"
            "A table that nobody joins for 7 days is closed. A game in which no person acts for 30 days is archived; "
            "`/comuni resume` brings it back."
        ),
    ),
    Topic(
        msgid("Standing orders"),
        msgid(
            "`/order`, or the button for orders on your screen: what is done for you as soon as it is asked, at any "
            "hour. Nobody else sees an order before it acts, and then it reads like a quick answer; only in your own "
            "log it is marked.\n"
            "**When outbid**: take the envoy back, or move it to the first of your columns that takes the bid; until "
            "you cancel it. (rules 5.4, 5.5)\n"
            "**Next turn**: acquire, if your envoys still stand there, or claim income; for one turn. "
            "(rules 5.8, 5.10)\n"
            "**Next invasion**: a defence, sealed as soon as the invasion strikes; for one invasion. (rule 11.2)\n"
            "**Loot points**: keep them, or remove 1 or 2, or as many as you can; until you cancel it. (rule 10.1)\n"
            "**Construction**: finish where nothing can be placed and nothing must be discarded; until you cancel it. "
            "(rule 8.11)\n"
            "Where an order does not fit when its time comes, you are asked. One for what you are asked now acts now. "
            "When somebody else takes your seat, your orders end."
        ),
    ),
    Topic(
        msgid("Coming and going"),
        msgid(
            "**Handover**: `/comuni handover person:` offers your seat to somebody. Until they accept they see only "
            "what everybody sees; then your buttons and standing orders end. The host can offer a seat whose time has "
            "run out.\n"
            "**Giving up**: after `/comuni resign` a steward plays on. Of two people the other decides whether to go "
            "on.\n"
            "**Gone**: who is no longer in the server counts as away until they act.\n"
            "**Lost channels**: where nothing can be posted any more the clock stands still, and you may play on in "
            "private. `/comuni move-table`, used in another channel, brings the table there.\n"
            "**Rematch**: the button below the final scores. `/comuni my-tables`: all your tables, those that wait for "
            "you first."
        ),
    ),
    Topic(
        msgid("Commands"),
        msgid(
            "`/comuni screen`: your own side and what you can do, for you alone.\n"
            "`/comuni board`: the public board. `/comuni log`: what happened, first what is new to you.\n"
            "`/comuni undo`: takes your last action back, until something hidden was shown or somebody else has "
            "acted.\n"
            "`/act ...`: your actions; while you type, only what is legal is offered. They work in the channel and in "
            "a private chat with the bot, and only you see the answer.\n"
            "`/comuni new`, `join`, `leave`, `kick`, `start`, `stop`: the table. `/comuni record`: the whole game as a "
            "file, once it is over.\n"
            "`/comuni clock`: whose time runs, and until when. `/comuni away`, `pause`, `resume`: when you cannot play."
        ),
    ),
)


def topics(typed: str, t: Translator) -> list[tuple[str, str]]:
    """The topics that have a word, best first: their name in the person's language, and their title."""
    return [(t(topic.title), topic.title) for topic in _found(typed, t)]


def topic(name: str, t: Translator) -> Embed:
    """The topic that fits a title or a word best; the first one for any other text."""
    found = next(iter(_found(name, t)), _TOPICS[0])
    embed = Embed(title=t(found.title), description=t(found.text), colour=COLOUR)
    others = ", ".join(t(other.title) for other in _TOPICS if other is not found)
    embed.add_field(name=t("Other topics"), value=others, inline=False)
    return embed.set_footer(text=t("An unofficial guide, in this project's own words."))


def _found(typed: str, t: Translator) -> list[Topic]:
    """By how well they fit, in English or the person's language: title, its beginning, a part of it, the text."""
    wanted = typed.strip().casefold()
    ranked = [(_fit(wanted, topic, t), topic) for topic in _TOPICS]
    return [topic for rank, topic in sorted(ranked, key=itemgetter(0)) if rank < UNFIT]


def _fit(wanted: str, topic: Topic, t: Translator) -> int:
    titles = [topic.title.casefold(), t(topic.title).casefold()]
    texts = [topic.text.casefold(), t(topic.text).casefold()]
    fits = (
        wanted in titles,
        any(title.startswith(wanted) for title in titles),
        any(wanted in title for title in titles),
        any(wanted in text for text in texts),
    )
    return next((rank for rank, fit in enumerate(fits) if fit), UNFIT)
