"""The words of messages that are no facts of a person: requests, greetings, counts, sums and times."""

from __future__ import annotations

import re
from collections.abc import Callable

from app.desk.model.nationalities import nationalities
from app.desk.passengers.import_vocabulary import gender_of, plain_words

_CHATTER_WORDS = (
    "hi hii hello hey dear sir madam maam namaste namaskar good morning afternoon evening gm gn please "
    "pls plz plss kindly need needs needed want wants wanted require required requires book booking "
    "bookings booked reserve confirm confirmed ticket tickets tkt tkts seat seats pax for the a to from "
    "on at of with we us our my your you i is are be has have had this that these those it its details "
    "detail list following follows below attached here passengers passenger persons person people adults "
    "adult children kids infants total only also again more all both today tomorrow tonight yesterday "
    "tmrw tmr kal aaj parso subah shaam thanks thank thx ty ok okay yes no not sorry urgent asap send "
    "sent share shared check call whatsapp message messages msg forwarded cost rate rates fare fares "
    "amount paid payment advance balance discount rs inr rupees upi gpay ferry boat ship cruise trip tour "
    "travel travelling traveling travels journey departure arrival date dates time return oneway hotel "
    "resort room rooms nights days pickup drop veg nonveg vegetarian window premium deluxe add added "
    "remove cancel change could would should how much what when where which who any available "
    "availability per each as by if so and or but just let know them they their his her he she bhai "
    "bhaiya chahiye karna karo kar dena liye road street nagar colony sector marg apartment flat near "
    "opposite dist district february july september october november december feb jul sept oct nov monday "
    "tuesday wednesday thursday friday saturday sunday regards edited cancelled canceled struck-through "
    "dropped out coming going note names name age gender members "
    "family group couple couples guests guest customer agent mobile phone contact number aadhaar aadhar "
    "passport years \u0928\u092e\u0938\u094d\u0924\u0947 \u0915\u0943\u092a\u092f\u093e "
    "\u091a\u093e\u0939\u093f\u090f \u0927\u0928\u094d\u092f\u0935\u093e\u0926 \u091f\u093f\u0915\u091f "
    "\u0932\u093f\u090f \u0915\u0947 \u0915\u0932 \u0906\u091c \u092f\u093e\u0924\u094d\u0930\u0940 "
    "\u0915\u0941\u0932 \u0932\u094b\u0917 \u0939\u0948 mera meri mere hamara hamari"
)
_MY_WORDS = (
    "\u092e\u0947\u0930\u093e \u092e\u0947\u0930\u0940 \u092e\u0947\u0930\u0947 "
    "\u0939\u092e\u093e\u0930\u093e \u0939\u092e\u093e\u0930\u0940"
)
_MY = frozenset(_MY_WORDS.split())
_CHATTER = frozenset(_CHATTER_WORDS.split()) | _MY
_RELATION_WORDS = (
    "self wife husband hubby spouse daughter mother father mom mum mummy dad daddy grandmother "
    "grandfather grandma grandpa granny grandson granddaughter grandchild nephew niece cousin stepson "
    "fiance fiancee colleague adult child infant guest patni beti behen bahan bhabhi bhatija bhatiji "
    "bhanja bhanji poti sasur damad bahu mausi mother-in-law father-in-law son-in-law daughter-in-law "
    "brother-in-law sister-in-law \u092a\u0924\u094d\u0928\u0940 \u092a\u0924\u093f "
    "\u092c\u0947\u091f\u093e \u092c\u0947\u091f\u0940 \u092d\u093e\u0908 \u092c\u0939\u0928 "
    "\u092e\u093e\u0901 \u092e\u093e\u0902 \u092e\u093e\u0924\u093e "
    "\u092e\u093e\u0924\u093e\u091c\u0940 \u092a\u093f\u0924\u093e \u092a\u093f\u0924\u093e\u091c\u0940 "
    "\u092e\u092e\u094d\u092e\u0940 \u092a\u093e\u092a\u093e \u0926\u093e\u0926\u0940 "
    "\u0928\u093e\u0928\u0940 \u091a\u093e\u091a\u0940 \u092e\u093e\u092e\u0940 "
    "\u092e\u094c\u0938\u0940 \u092c\u0941\u0906 \u092d\u0924\u0940\u091c\u093e "
    "\u092d\u0924\u0940\u091c\u0940 \u092d\u093e\u0902\u091c\u093e \u092d\u093e\u0902\u091c\u0940 "
    "\u092a\u094b\u0924\u093e \u092a\u094b\u0924\u0940 \u092c\u0939\u0942 "
    "\u0926\u093e\u092e\u093e\u0926 \u0938\u093e\u0938 \u0938\u0938\u0941\u0930"
)
_RELATIONS = frozenset(_RELATION_WORDS.split())
_RELATION_WORDS_IF_SMALL = (
    "son brother sister bro sis uncle aunt aunty me myself bhai bhaiya friend partner maid baby beta pati "
    "maa ma mata pita papa mama mami nana nani dada dadi chacha chachi bua pota saas"
)
_RELATIONS_IF_SMALL = frozenset(_RELATION_WORDS_IF_SMALL.split())
_GREETING_WORDS = (
    "hi hey hello dear sir madam please pls plz kindly book need want ticket tickets for also add our names"
)
_GREETINGS = frozenset(_GREETING_WORDS.split()) | _MY
_OTHER_WORDS = (
    "father mother guardian emergency contact husband wife spouse agent booked nominee reference sender "
    "regards company pickup address hotel email mail phone mobile alternate parent relative owner driver"
)
_OTHERS = frozenset(_OTHER_WORDS.split())
"""Words of a label whose value is of somebody else, or no person."""
_APOSTROPHE = re.compile("['\u2019]s?$")
_MONEY = r"(?:rs\b\.?|inr\b|usd\b|eur\b|[\u20b9$\u20ac\u00a3])"
MONTHS = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_COUNTED = (
    r"tickets?|tkts?|pax|adults|children|kids|infants|seats?|berths?|persons?|people|nos|rooms?|nights?|nts?|"
    r"days?|members?|passengers?|travell?ers|guests|copies|ladies|gents|men|women|boys|girls|couples?|families|family|log|"
    r"kgs?|kms?|hrs?|hours?|mins?|minutes?|cm|ft|star|lakhs?|percent|weeks?|bags?|scooters?|cars?|rides?|dives?"
)
_NUMBERED = (
    r"rooms?|seats?|flat|h\.?\s?no|plot|sector|coach|berth|platform|bus|train|flight|boat|pnr|"
    r"ref|reference|order|booking|bill|invoice|ticket|tkt|slot|batch|floor|deck|class|std|grade|roll|"
    r"(?:house|gate|cabin|ferry|block|row|table|group)\s(?:no\b\.?|number|#)|total|qty|quantity|"
    r"pin|pincode|zip|weight|wt|height|otp|upi|utr|txn|no of (?:pax|tickets|adults)"
)
_NO_AGE = r"(?!\d{1,3}\s?[-/,.(:]?\s?(?:[mf]\b|male|female|y(?:ea)?rs?\b))"
JUNK = re.compile(
    rf"(?<!\S)[^\s@]{{1,64}}@\S{{1,100}}|https?://\S+|www\.\S+"
    rf"|{_MONEY}\s?\d[\d,.]*(?:\s?/-)?k?\b|(?<![\w/-])\d(?:[\d,.]*\d)?(?:k\b|\s?(?:/-|{_MONEY}|rupees\b|%))"
    r"|(?<![\w/-])\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?|\s?hrs?\b)?|(?<![\w/-])\d{1,2}(?:\.\d{2})?\s?[ap]\.?m\b\.?|\b\d{3,4}\s?hrs\b"
    rf"|\b(?:{_NUMBERED})\b\s?(?:(?:no|number|num|id)\b\.?)?\s?[:#-]?\s?[a-z]{{0,3}}-?{_NO_AGE}\d[\w/-]*"
    rf"|(?<![\w/-])\d{{1,4}}\s?(?:x\s?)?(?:{_COUNTED})\b(?!\s?old)|(?<![\w/-])(?:[1-9]|1[0-7])\s?adult\b|(?<![\w/-])[1-4]\s?(?:child|kid|infant)\b"
    r"|(?:total|x)\s?\d{1,3}\b|(?<![\w/-])\d{1,3}\s?x\b|#\s?\d+"
    r"|(?<![\w.+-])(?:\+|00)\d[\d\s().-]{7,17}\d\b|(?<![\w.+-])(?:\+?91[\s-]?|0)?[6-9]\d{4}[\s-]\d{5}\b"
    r"|(?<![\w.+-])(?:\+?91[\s-]|0)?[6-9]\d{2}[\s-]\d{3}[\s-]\d{4}\b"
    rf"|(?<![\w/-])(?:[12]?\d|3[01])(?:st|nd|rd|th)?[\s-]?(?:of\s)?{MONTHS}\b(?![\s,.'-]*\d{{2}})|\b{MONTHS}\s\d{{1,2}}(?:st|nd|rd|th)?\b(?![\s,]*\d{{4}})"
    r"|(?<![\w/-])\d+(?:st|nd|rd|th)\b|(?<![\w/.-])\d{1,2}/\d{1,2}(?![\w/.-])",
    re.IGNORECASE,
)
"""Addresses, sums, times, counts, places with a number, telephones, and days without a year."""
NOT_GOING = re.compile(
    r"\bcancel\w*|\bcan/mod\b|\b(?:not|isn.?t|won.?t be) (?:going|coming|travel)|\brefund\w*"
    r"|(?<!up )(?<!up/)(?<!up and )(?<!up & )\bdrop(?:ped|ping)?(?: out)?\b"
    "|\\bno.?show|\\bstruck(?:[ -]through)?|\\bwait(?:ing)?[ -]?list|\u0930\u0926\u094d\u0926",
    re.IGNORECASE,
)
"""What says that somebody does not travel."""
OFF_LINE = re.compile(
    r"\W*(?:(?:is|are|has|have|been|now|all|both|these|those|they|the|above|below|following)\s+)*"
    r"(?:cancel(?:l?ed)?|not (?:going|coming|travell?ing)|dropped(?: out)?|refunded|no.?show"
    "|wait(?:ing)?[ -]?list|\u0930\u0926\u094d\u0926)(?: (?:list|pax|passengers?|tickets?|people))?\\W*",
    re.IGNORECASE,
)
"""Such words in a line of their own, about who stands above or below."""
CLOSING = re.compile(
    r"\W*(?:(?:many|with|best|kind|kindest|warm|warmest|thanks?|thank you|and|yours)\W+)*"
    r"(?:thanks?|thank you|thanx|thx|tnx|regards|rgds|cheers|sincerely|faithfully|truly|wishes|dhanyavaad"
    "|dhanyawad|shukriya|\u0927\u0928\u094d\u092f\u0935\u093e\u0926|\u0938\u093e\u0926\u0930)(?![^\\W\\d_]).*"
    "|sent (?:from|via) .*|get outlook .*",
    re.IGNORECASE,
)
"""The end of a letter; who signs it may stand below."""
_OF_PHONE = (
    "phone|ph|mobile|mob|telephone|tel|landline|cell|contact|call|whatsapp|hotel|resort|office|home"
    "|\u092b\u094b\u0928|\u092e\u094b\u092c\u093e\u0907\u0932|\u0939\u094b\u091f\u0932"
)
_BESIDE_PHONE = f"my|our|m|number|no|is|\u0928\u0902\u092c\u0930|{_MY_WORDS.replace(' ', '|')}"
_A_PHONE = r"\+?\d[\d\s()-]{7,}"
PHONE_LINE = re.compile(
    rf"\W*(?:(?:(?P<label>{_OF_PHONE})|{_BESIDE_PHONE})\W*)*{_A_PHONE}"
    rf"(?:[/,&;]\s*(?:(?:{_OF_PHONE}|{_BESIDE_PHONE})\W*)*{_A_PHONE})*\W*",
    re.IGNORECASE,
)
"""The telephone of somebody or of a hotel, which may be labelled."""
GREETING = re.compile(
    r"\W*(?:hi+|hello|hallo|hey|dear|namaste|namaskar|greetings|good (?:morning|afternoon|evening|day)"
    "|\u0928\u092e\u0938\u094d\u0924\u0947|\u0928\u092e\u0938\u094d\u0915\u093e\u0930)(?![\\w\u0900-\u0963]).*",
    re.IGNORECASE,
)
"""The beginning of a letter."""
_OTHERS_WITH = (
    r"family|wife|husband|spouse|kids?|child(?:ren)?|infants?|baby|sons?|daughters?|friends?|parents"
)
COMPANY = re.compile(
    r"\+?(?<!\w)\s?\d{1,2}\s?(?:kids?|child(?:ren)?|infants?|others?|more|friends?)\b"
    r"|(?<![\w+])\+\s?\d{1,2}(?![\d\s-]*\d)|\bplus (?:one|two|three|\d)"
    rf"|(?:[&+]|\b(?:and|with|aur))\s+(?:\w+\s)?(?:{_OTHERS_WITH})\b|\b(?:{_OTHERS_WITH})\s*:\s*\w+"
    "|\u092a\u0930\u093f\u0935\u093e\u0930",
    re.IGNORECASE,
)
"""Others beside somebody, such as "+1", "2 kids" and "& family"."""
_RELATIVE = re.compile(
    r"(?P<whose>(?<!\w)(?:[^\W\d_][\w.]*\s){0,4}[^\W\d_]+['\u2019]s\s(?P<kin>[^\W\d_][\w-]*))"
    r"\s*\(\s*(?P<name>[^\W\d_][^()\d,;]*?)\s*(?P<end>[),;\d])"
)
"""Somebody by whose relative it is, with the name in brackets: "Kumar's mother (Saroja)"."""
_MARKED_AGE = re.compile(r"\d\s?(?:y|yo|yrs?|years?|months?|mths?)\b|\bage[ds]?\b|\bsaal\b", re.IGNORECASE)
_SENTENCE = re.compile(r"[?!:*=@#]|\.\s+[a-z]|\d")
_MOST_NAMES = 6


def is_of_others(word: str) -> bool:
    """Whether a word of a label says that somebody else follows, or no person."""
    return _APOSTROPHE.sub("", word.casefold()) in _OTHERS


def is_chatter(word: str) -> bool:
    """Whether a word is of requests and greetings, and hardly of a name."""
    return plain_words(word) in _CHATTER


def is_relation(word: str) -> bool:
    """Whether a word says who somebody is."""
    return plain_words(word) in _RELATIONS or word in _RELATIONS_IF_SMALL


def is_before_name(word: str) -> bool:
    """Whether a word beside a name is none of it, as in "Pls book Arjun" and "my son Dev"; Son may be."""
    plain = plain_words(word)
    if plain in _CHATTER:
        return word.islower() or plain in _GREETINGS
    return is_relation(word)


def without_relation(name: str) -> str:
    """A name without the words around it that say who somebody is, as in "my son Dev" and "Dev (son)"."""
    name = with_relative_named(name, lambda _: "").strip()
    words = name.split()
    said = [is_relation(word) or is_chatter(word) or not any(map(str.isalnum, word)) for word in words]
    before = said.index(False) if False in said else 0
    after = [
        is_said and (word.islower() or word[0] in "(-") for word, is_said in zip(words, said, strict=True)
    ]
    behind = len(words) - after[::-1].index(False) if False in after else 0
    start = before if any(map(is_relation, words[:before])) else 0
    end = behind if any(map(is_relation, words[behind:])) else len(words)
    return " ".join(words[start:end]) if start < end else name


def with_relative_named(text: str, take_rest: Callable[[str], str]) -> str:
    """A text with the names of relatives in place of "Kumar's mother (Saroja)"; the rest is given away."""
    return _RELATIVE.sub(lambda found: _named(found, take_rest), text)


def _named(found: re.Match[str], take_rest: Callable[[str], str]) -> str:
    name, end = found["name"], found["end"]
    is_kin = is_relation(found["kin"].casefold()) and not is_relation(name.casefold())
    if not is_kin or name[0].islower() or gender_of(name) or is_whole_nationality(name):
        return found[0]
    return f"{take_rest(found['whose'])}{name} {'' if end == ')' else end}"


def has_marked_age(text: str) -> bool:
    """Whether a number is said to be an age, as in "41 yrs"."""
    return bool(_MARKED_AGE.search(text))


def may_be_name(text: str) -> bool:
    """Whether a text without any other fact may be the name of a person."""
    words = text.split()
    return 0 < len(words) <= _MOST_NAMES and not _SENTENCE.search(text) and not any(map(is_chatter, words))


def is_whole_nationality(text: str) -> bool:
    """Whether this is a nationality in full, and no beginning of one."""
    return text.strip(" .").upper() in nationalities()
