"""How lists write dates, ages, genders and headings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from tests.support.passenger_lists.people import FEMALE, MALE

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_HINDI_MONTHS = [
    "जनवरी",
    "फ़रवरी",
    "मार्च",
    "अप्रैल",
    "मई",
    "जून",
    "जुलाई",
    "अगस्त",
    "सितंबर",
    "अक्टूबर",
    "नवंबर",
    "दिसंबर",
]
_DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")

DATES: dict[str, Callable[[date], str]] = {
    "dd/mm/yyyy": lambda d: f"{d:%d/%m/%Y}",
    "d/m/yyyy": lambda d: f"{d.day}/{d.month}/{d.year}",
    "dd-mm-yyyy": lambda d: f"{d:%d-%m-%Y}",
    "dd.mm.yyyy": lambda d: f"{d:%d.%m.%Y}",
    "dd/mm/yy": lambda d: f"{d:%d/%m/%y}",
    "dd/mm/yyyy in Devanagari": lambda d: f"{d:%d/%m/%Y}".translate(_DEVANAGARI),
    "dd/mm/yyyy with a clock": lambda d: f"{d:%d/%m/%Y} 12:00:00 AM",
    "mm/dd/yyyy": lambda d: f"{d:%m/%d/%Y}",
    "m/d/yyyy": lambda d: f"{d.month}/{d.day}/{d.year}",
    "m/d/yyyy with a clock": lambda d: f"{d.month}/{d.day}/{d.year} 0:00",
    "yyyy-mm-dd": lambda d: f"{d:%Y-%m-%d}",
    "yyyy-mm-dd with a clock": lambda d: f"{d:%Y-%m-%d}T00:00:00",
    "24 Dec 1985": lambda d: f"{d.day} {_MONTHS[d.month - 1]} {d.year}",
    "24-Dec-85": lambda d: f"{d:%d}-{_MONTHS[d.month - 1]}-{d:%y}",
    "Dec 24, 1985": lambda d: f"{_MONTHS[d.month - 1]} {d.day}, {d.year}",
    "a month in Hindi": lambda d: f"{d.day} {_HINDI_MONTHS[d.month - 1]} {d.year}",
}
_ORDERED = ("dd/", "d/m", "dd-", "mm/", "m/d")
AGES = {"41": 10, "41 yrs": 2, "41Y": 2, "in Devanagari": 1, "41 years": 1}
_GENDERS = {
    "M": ("M", "F", "O"),
    "m": ("m", "f", "o"),
    "Male": ("Male", "Female", "Other"),
    "MALE": ("MALE", "FEMALE", "OTHER"),
    "in Hindi": ("पुरुष", "महिला", "अन्य"),
}
GENDERS = {"M": 6, "Male": 4, "MALE": 2, "m": 1, "in Hindi": 2}

NAME, AGE, BORN, GENDER, NATION, ID_TYPE, ID_NUMBER, GIVEN, MIDDLE, FAMILY, TITLE, AADHAAR_NO, PASSPORT_NO = (
    range(13)
)
HEADINGS: dict[str, dict[int, str]] = {
    "in English": {
        NAME: "Name|Full Name|Passenger Name|Guest Name|Name of Passenger|Pax Name|Traveller Name|Student Name|"
        "Employee Name|Name of the Guest|Names|Member Name",
        AGE: "Age|Age (yrs)|Age in years|Ages",
        BORN: "DOB|Date of Birth|D.O.B.|Birth Date|Birthdate",
        GENDER: "Gender|Sex|M/F",
        NATION: "Nationality|Country|Citizenship",
        ID_TYPE: "ID Type|Document Type|ID Proof|Type of ID|ID Card",
        ID_NUMBER: "ID No|ID Number|Document No.|ID Proof No|Doc Number",
        GIVEN: "First Name|Given Names|Forename|Given Name",
        MIDDLE: "Middle Name|Middle",
        FAMILY: "Surname|Last Name|Family Name",
        TITLE: "Title|Salutation|Mr/Mrs",
        AADHAAR_NO: "Aadhaar No|Aadhar Number|Aadhaar Card No.|AADHAAR",
        PASSPORT_NO: "Passport No|Passport Number|Passport|Passport #",
    },
    "in Hindi": {
        NAME: "नाम|यात्री का नाम|पूरा नाम",
        AGE: "उम्र|आयु|आयु (वर्ष)",
        BORN: "जन्म तिथि|जन्मतिथि|जन्म दिनांक",
        GENDER: "लिंग",
        NATION: "राष्ट्रीयता|देश|नागरिकता",
        ID_TYPE: "पहचान पत्र|दस्तावेज़ का प्रकार",
        ID_NUMBER: "पहचान पत्र संख्या|पहचान पत्र क्रमांक|दस्तावेज़ संख्या",
        GIVEN: "पहला नाम|प्रथम नाम",
        MIDDLE: "मध्य नाम",
        FAMILY: "उपनाम|सरनेम",
        TITLE: "संबोधन",
        AADHAAR_NO: "आधार|आधार संख्या|आधार नंबर",
        PASSPORT_NO: "पासपोर्ट|पासपोर्ट नंबर",
    },
    "in Hinglish": {
        NAME: "Naam|Yatri ka naam|Pura naam|Yatri",
        AGE: "Umar|Umr|Aayu",
        BORN: "Janm tithi|Janam tarikh",
        GENDER: "Ling",
        NATION: "Rashtriyata|Desh",
        ID_TYPE: "ID proof|Pehchan patra",
        ID_NUMBER: "ID proof no|Pehchan patra number|ID number",
        GIVEN: "Pehla naam|First name",
        MIDDLE: "Middle name",
        FAMILY: "Upnaam|Surname",
        TITLE: "Title",
        AADHAAR_NO: "Aadhar no|Aadhar card number",
        PASSPORT_NO: "Passport no",
    },
    "in words of forms": {
        NAME: "What is your full name?|Full name (as on ID proof)|Your Name|Name of the traveller *|"
        "Passenger's full name as per passport",
        AGE: "Age (as on date of travel)|How old are you?|Your age|What is your age?|Age of the passenger",
        BORN: "What is your date of birth?|Your date of birth|Birthday|Date of birth (as on ID proof)",
        GENDER: "Your gender|Gender (M/F)|What is your gender?|Gender *",
        NATION: "What is your nationality?|Country of citizenship|Your nationality",
        ID_TYPE: "Which ID proof will you carry?|Type of ID proof|Select ID type",
        ID_NUMBER: "ID proof number|Number of the ID proof|ID number (as printed on the card)|Enter ID number",
        GIVEN: "Your first name|First name (as in passport)|What is your first name?",
        MIDDLE: "Middle name (if any)",
        FAMILY: "Your last name|Surname (as in passport)|What is your surname?",
        TITLE: "Title (Mr/Mrs/Ms)",
        AADHAAR_NO: "Your Aadhaar number|Aadhaar number (12 digits)",
        PASSPORT_NO: "Your passport number|What is your passport number?",
    },
    "in two languages": {
        NAME: "Name / नाम|नाम (Name)",
        AGE: "Age / आयु|उम्र (Age)",
        BORN: "Date of Birth / जन्म तिथि|जन्म तिथि (DOB)",
        GENDER: "Gender / लिंग|लिंग (Gender)",
        NATION: "Nationality / राष्ट्रीयता",
        ID_TYPE: "ID Proof / पहचान पत्र",
        ID_NUMBER: "ID No. / पहचान पत्र संख्या",
        GIVEN: "First Name / पहला नाम",
        MIDDLE: "Middle Name / मध्य नाम",
        FAMILY: "Surname / उपनाम",
        TITLE: "Title / संबोधन",
        AADHAAR_NO: "Aadhaar No / आधार संख्या",
        PASSPORT_NO: "Passport No / पासपोर्ट नंबर",
    },
}
_CITIES = ["Pune", "Mumbai", "Jaipur", "Chennai", "Kochi"]
_FATHERS = ["Mohan", "Gopal", "Ramesh", "Harish", "Vijay", "Anil"]


def _phone(random: Random, _day: date) -> str:
    return random.choice(("{}", "{}", "+91 {}", "91{}")).format(random.randrange(6 * 10**9, 10**10))


def _past(random: Random, day: date) -> str:
    return DATES["dd/mm/yyyy"](day - timedelta(days=random.randrange(200, 3000)))


def _small(most: int) -> Callable[[Random, date], str]:
    return lambda random, _day: str(random.randint(1, most))


def _one_of(words: str) -> Callable[[Random, date], str]:
    return lambda random, _day: random.choice(words.split("|"))


def _father(random: Random, _day: date) -> str:
    return f"{random.choice(_FATHERS)} {random.choice(('Nair', 'Sharma', 'Das', 'Khan'))}"


EXTRAS: dict[str, Callable[[Random, date], str]] = {
    "No of Pax": _small(6),
    "Total persons": _small(6),
    "Date of Issue": _past,
    "Date of Expiry": lambda random, day: DATES["dd/mm/yyyy"](
        day + timedelta(days=random.randrange(200, 3000))
    ),
    "Nights": _small(7),
    "Class": _small(12),
    "Standard": _one_of("5th|6th B|X|VII|10 A"),
    "Date of Joining": _past,
    "Anniversary": _past,
    "Years of Service": _small(30),
    "Roll No": _small(60),
    "Employee ID": lambda random, _day: f"EMP{random.randrange(1000, 9999)}",
    "Father's Name": _father,
    "Mother's Name": lambda random, _day: f"Sunita {random.choice(('Nair', 'Sharma', 'Das'))}",
    "Guardian": _father,
    "Booked by": _father,
    "Emergency contact": lambda random, day: f"{random.choice(_FATHERS)} {_phone(random, day)}",
    "Emergency contact name": _father,
    "Emergency contact number": _phone,
    "WhatsApp number": _phone,
    "Mobile": _phone,
    "Contact No.": _phone,
    "Contact": lambda random, _day: f"{random.choice(('', '+91 '))}{random.randrange(6 * 10**9, 10**10)}",
    "Room": lambda random, _day: str(random.randrange(101, 140)),
    "Seat": _one_of("1A|2B|12C|14|15|16"),
    "Amount": _one_of("2,425|1,215|3350|4850.00"),
    "Email": lambda random, _day: f"{random.choice(_FATHERS).lower()}{random.randrange(99)}@example.com",
    "PNR": lambda random, _day: f"BT{random.randrange(1, 10)}D{random.randrange(1, 10)}M66P",
    "Ticket No": lambda random, _day: str(random.randrange(10**9, 6 * 10**9)),
    "Remarks": _one_of("veg|wheelchair|window seat||paid|not confirmed"),
    "City": lambda random, _day: random.choice(_CITIES),
    "Place of Issue": lambda random, _day: random.choice(_CITIES),
    "Place of Birth": lambda random, _day: random.choice(_CITIES),
    "T-shirt size": _one_of("S|M|L|XL"),
    "Marital status": _one_of("M|S"),
    "Blood group": _one_of("A+|B+|O-|AB+"),
    "Weight (kg)": lambda random, _day: str(random.randrange(12, 95)),
    "Relation": _one_of("Self|Wife|Son|Daughter|Friend"),
    "Meal": _one_of("Veg|Non veg|Jain"),
    "Address": _one_of("12, Main Road|4 Park Street|MG Road, Pune"),
    "मोबाइल नंबर": _phone,
    "पिता का नाम": _one_of("मोहन शर्मा|गोपाल वर्मा|रमेश गुप्ता"),
    "कमरा": lambda random, _day: str(random.randrange(1, 60)),
    "टिप्पणी": _one_of("शाकाहारी||खिड़की"),
}
"""Columns that are of no passenger's cell, and their values."""
UNHEADED = ("Contact", "Email")
"""Those that show without a heading that they are none."""
TITLES = (
    "Goa trip November 2026",
    "LIST OF PASSENGERS",
    "Green Valley Public School, Pune",
    "Date: 21/11/2026",
    "Boat: MV Sea Heron",
    "Passenger details for travel on 22/11/2026",
    "यात्रियों की सूची",
)
FOOTERS = (
    "Prepared by: Ravi",
    "Note: all meals are vegetarian",
    "Contact: Ravi 9845012377",
    "* as on ID proof",
)


def is_ordered(style: str) -> bool:
    """Whether day and month are both numbers in an order that a reader has to find out."""
    return style.startswith(_ORDERED)


def written_age(random: Random, age: int, style: str) -> str:
    """The age as a list writes it; that of an infant in months now and then."""
    if style == "41 yrs" and age == 0:
        return f"{random.randint(1, 11)} months"
    if style == "in Devanagari":
        return str(age).translate(_DEVANAGARI)
    return f"{age}{style[2:]}"


def written_gender(gender: str, style: str) -> str:
    """The gender as a list writes it."""
    return _GENDERS[style][(MALE, FEMALE).index(gender) if gender in {MALE, FEMALE} else 2]
