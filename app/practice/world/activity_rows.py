"""The practice catalogue of activities: forty-two of the Andaman islands, with fares in rupees."""

from __future__ import annotations

from datetime import time
from typing import NamedTuple

from app.practice.world.catalogue import CancellationRule, SlotPlan

DAY_FREE = CancellationRule(
    "Free up to 24 hours before the slot. Half of the fare after that. No refund for a no-show.", 24, 0, 50
)
TWO_DAYS_FREE = CancellationRule(
    "Free up to 48 hours before the slot. 75 % of the fare after that. No refund for a no-show.", 48, 0, 75
)
TENTH = CancellationRule(
    "10 % is kept up to 72 hours before the slot, half after that. No refund for a no-show.", 72, 10, 50
)
STRICT = CancellationRule(
    "Quarter of the fare is kept up to 7 days before, all of it after that.", 168, 25, 100
)


def _plan(hours: str, label: str, seats: int, cutoff: int | None = None, mark: str = "") -> SlotPlan:
    start, end = hours.split("-")
    return SlotPlan(
        label=label,
        start=time.fromisoformat(start),
        end=time.fromisoformat(end),
        seats=seats,
        own_cutoff_minutes=cutoff,
        peak=mark == "peak",
        rare=mark == "rare",
    )


DIVES = (
    _plan("07:00-09:00", "Early dive", 12),
    _plan("08:30-10:30", "Morning dive", 12),
    _plan("11:30-13:30", "Midday dive", 12, 30),
    _plan("13:00-15:00", "Afternoon dive 1", 12),
    _plan("14:30-16:30", "Afternoon dive 2", 12),
    _plan("15:00-17:00", "Late dive", 12),
    _plan("15:45-17:30", "Sunset dive", 12, None, "peak"),
    _plan("18:00-19:30", "Night dive", 6, 180, "rare"),
)
REEF = (
    _plan("07:30-09:30", "Early reef", 16),
    _plan("10:00-12:00", "Morning reef", 16),
    _plan("13:30-15:30", "Afternoon reef", 16),
    _plan("15:30-17:30", "Late reef", 16, None, "peak"),
)
TWO_TANKS = (
    _plan("06:30-11:00", "Morning, two tanks", 8),
    _plan("13:15-17:15", "Afternoon, two tanks", 8, None, "peak"),
)
RIDES = (
    _plan("09:00-09:45", "Ride 1", 10),
    _plan("10:30-11:15", "Ride 2", 10),
    _plan("12:00-12:45", "Ride 3", 10),
    _plan("14:00-14:45", "Ride 4", 10, None, "peak"),
    _plan("15:30-16:15", "Ride 5", 10, 15, "peak"),
)
HALF_DAYS = (
    _plan("07:00-11:30", "Morning half", 14),
    _plan("13:30-17:30", "Afternoon half", 14, None, "peak"),
)
EVENINGS = (
    _plan("16:30-18:00", "Sunset", 6, None, "peak"),
    _plan("19:00-20:30", "After dark", 12),
)
NIGHTS = (
    _plan("19:00-20:30", "First paddle", 12),
    _plan("21:00-22:30", "Second paddle", 12, None, "peak"),
    _plan("23:15-00:45", "Past midnight", 8, 240, "rare"),
)
WALKS = (
    _plan("06:00-09:00", "Sunrise walk", 20),
    _plan("15:00-17:30", "Afternoon walk", 20),
)
SHOWS = (
    _plan("17:45-18:45", "First show", 80, 10),
    _plan("19:00-20:00", "Second show", 80, 10, "peak"),
)


class Kit(NamedTuple):
    """What a kind of activity includes and excludes, one item for each line."""

    inclusions: str
    exclusions: str


DIVING = Kit(
    "Instructor, one to one\nFull equipment\nBoat transfer",
    "Hotel pick-up\nPhotos and video\nForest entry fee",
)
BOATING = Kit("Life jacket\nBoat both ways\nDrinking water", "Hotel pick-up\nMeals")
PADDLING = Kit("Kayak and paddle\nGuide\nDry bag", "Towels\nHotel pick-up")
RIDING = Kit("Safety briefing\nLife jacket", "Photos and video\nLocker")
WALKING = Kit("Local guide\nDrinking water", "Entry tickets\nFootwear")
SEATED = Kit("Reserved seat", "Transport to the venue")


class Tour(NamedTuple):
    """One row of this catalogue; fares in whole rupees."""

    title: str
    place: str
    short: str
    more: str
    low: int
    high: int
    commission: int
    reference: int
    cutoff: int
    slots: tuple[SlotPlan, ...]
    kit: Kit
    rule: CancellationRule = DAY_FREE
    opens_after: int = 0
    because: str = "No slots on this date"


_SD, _SH, _PB = "Swaraj Dweep", "Shaheed Dweep", "Port Blair"
_WEATHER = "Closed for weather"

# fmt: off
ROWS = (
    Tour("Discover scuba dive, Elephant Beach", _SD, "guided shore dive to 10 m for beginners",
        "A 20-minute lesson in shallow water comes first.", 3800, 4200, 400, 4500, 60, DIVES, DIVING),
    Tour("Snorkelling trip, Elephant Beach", _SD, "two hours on the reef, boat both ways",
        "Mask, snorkel and fins in every size.", 1450, 1650, 160, 1900, 90, REEF, BOATING),
    Tour("Fun dive, two tanks, Lighthouse Reef", _SD, "for certified divers",
        "Bring your certification card and logbook.", 6500, 7200, 650, 7500, 120, TWO_TANKS, DIVING, TENTH),
    Tour("Sea walk, North Bay", _PB, "helmet walk on the sea bed",
        "No swimming needed; glasses can stay on.", 4000, 4000, 420, 4400, 60, RIDES, RIDING),
    Tour("Glow kayaking after dark", _SD, "guided paddle on a moonless night",
        "The water lights up where the paddle goes in.", 3200, 3600, 350, 3900, 180, NIGHTS, PADDLING),
    Tour("Mangrove kayaking, half day", "Mayabunder", "flat water, suits families",
        "Two people a kayak.", 2900, 2900, 300, 3200, 120, HALF_DAYS, PADDLING, DAY_FREE, 2),
    Tour("Parasailing, Corbyn\u2019s Cove", _PB, "single flight from the beach",
        "From 12 years and 35 to 95 kg.", 3000, 3500, 300, 3800, 30, RIDES, RIDING),
    Tour("Glass-bottom boat ride, Laxmanpur", _SH, "reef view without getting wet",
        "Forty minutes; sails from six guests.", 900, 900, 90, 1000, 30, RIDES, BOATING),
    Tour("Sunset sail, Radhanagar", _SD, "ninety minutes, six guests at most",
        "A wooden sailing boat with skipper and mate.", 2600, 3100, 260, 3400, 60, EVENINGS, BOATING,
        DAY_FREE, 5, _WEATHER),
    Tour("Night dive, Nemo Reef", _SD, "torch dive for certified divers",
        "Two torches and a guide for each pair.", 5200, 5600, 520, 6000, 240, NIGHTS, DIVING, TENTH),
    Tour("Open water course, day one", _SD, "pool and theory, first of four days",
        "Minimum age 10; medical form needed.", 7000, 7000, 700, 7800, 150, HALF_DAYS, DIVING, STRICT),
    Tour("Refresher dive, Jackson\u2019s Bar approach", _SD, "one tank for divers long ashore",
        "Skills review, then a reef to 14 m.", 4200, 4600, 420, 5000, 90, TWO_TANKS, DIVING),
    Tour("Discover scuba dive, Bharatpur", _SH, "first dive in calm water",
        "From 10 years; no swimming skill needed.", 3500, 3900, 360, 4200, 60, DIVES, DIVING),
    Tour("Snorkelling, Bharatpur reef by boat", _SH, "an hour over coral gardens",
        "Guide in the water for every four guests.", 1200, 1400, 130, 1600, 45, REEF, BOATING),
    Tour("Game fishing, half day", _SH, "trolling beyond the reef",
        "Tackle for four; the catch goes back.", 12500, 14000, 1250, 15000, 120, HALF_DAYS, BOATING, STRICT),
    Tour("Cycling to Natural Bridge", _SH, "flat village lanes with a guide",
        "Timed for low tide.", 850, 850, 85, 950, 60, WALKS, WALKING),
    Tour("Stand-up paddling, Sitapur", _SH, "lesson and an hour on the board",
        "Only on calm mornings.", 1500, 1700, 150, 1900, 60, RIDES, PADDLING, DAY_FREE, 3, _WEATHER),
    Tour("Jet ski, Corbyn\u2019s Cove", _PB, "one round with a rider",
        "Drivers sit behind the instructor.", 700, 900, 70, 1000, 15, RIDES, RIDING),
    Tour("Banana boat, North Bay", _PB, "six friends, one splash",
        "From 8 years.", 500, 600, 50, 700, 15, RIDES, RIDING),
    Tour("Dolphin-view glass boat, North Bay", _PB, "semi-submarine over the coral",
        "Air-conditioned, ninety minutes.", 2400, 2400, 240, 2700, 45, RIDES, SEATED),
    Tour("Sound and light show, Cellular Jail", _PB, "the jail tells its story",
        "Hindi first, English second.", 300, 300, 20, 350, 15, SHOWS, SEATED, STRICT),
    Tour("Heritage walk, Ross Island", _PB, "ruins, deer and sea wind",
        "Ferry from Aberdeen jetty included.", 1100, 1100, 110, 1250, 60, WALKS, WALKING),
    Tour("Chidiya Tapu birding morning", _PB, "forest edge with a naturalist",
        "Binoculars to borrow.", 1800, 1800, 180, 2000, 120, WALKS, WALKING),
    Tour("Mount Harriet trek to Madhuban", _PB, "sixteen kilometres downhill",
        "Closed after rain.", 2200, 2200, 220, 2500, 720, WALKS, WALKING, DAY_FREE, 4, _WEATHER),
    Tour("City tour with museum", _PB, "five stops in an air-conditioned car",
        "Anthropological Museum closed on Mondays.", 1600, 1800, 160, 2000, 120, HALF_DAYS, WALKING),
    Tour("Baratang limestone caves, day trip", "Baratang", "convoy, speedboat, boardwalk",
        "Pick-up at 03:30.", 3900, 4300, 390, 4700, 720, WALKS, BOATING, STRICT, 1),
    Tour("Mud volcano and Parrot Island", "Baratang", "ten thousand birds come home",
        "Return after sunset.", 2700, 2700, 270, 3000, 300, EVENINGS, BOATING, TWO_DAYS_FREE, 1),
    Tour("Mangrove creek by dinghy", "Baratang", "slow boat under the roots",
        "Mosquito lotion helps.", 1300, 1300, 130, 1500, 90, REEF, BOATING),
    Tour("Dhaninallah boardwalk walk", "Rangat", "a kilometre through mangroves",
        "Turtle hatchery in season.", 600, 600, 60, 700, 60, WALKS, WALKING),
    Tour("Ross and Smith sandbar visit", "Diglipur", "two islands joined by sand",
        "Speedboat from Aerial Bay.", 2800, 3200, 280, 3500, 180, HALF_DAYS, BOATING,
        TWO_DAYS_FREE, 2, _WEATHER),
    Tour("Saddle Peak climb", "Diglipur", "the islands\u2019 highest point, 732 m",
        "Start in the dark, eight hours.", 3100, 3100, 310, 3400, 720, WALKS, WALKING, DAY_FREE, 6),
    Tour("Turtle-watch night, Kalipur", "Diglipur", "olive ridleys on the beach",
        "Red light only.", 1900, 1900, 190, 2100, 240, NIGHTS, WALKING, DAY_FREE, 12, "Not in season"),
    Tour("Surf lesson, Butler Bay", "Little Andaman", "soft board, warm water",
        "Two pupils a teacher.", 2300, 2500, 230, 2800, 120, HALF_DAYS, PADDLING, DAY_FREE, 3, _WEATHER),
    Tour("White Surf waterfall and elephants\u2019 trail", "Little Andaman", "forest road and a cool pool",
        "Shoes that may get wet.", 1700, 1700, 170, 1900, 60, HALF_DAYS, WALKING),
    Tour("Snorkelling, Jolly Buoy", "Wandoor", "national park reef, no plastic",
        "Permit counted in the fare.", 1950, 2150, 200, 2300, 720, WALKS, BOATING, TWO_DAYS_FREE, 1),
    Tour("Loha Barrack crocodile evening", "Wandoor", "eyes in the torchlight",
        "From 6 years.", 1400, 1400, 140, 1600, 60, EVENINGS, BOATING),
    Tour("Cooking class, Andaman kitchen", _PB, "five dishes and a market walk",
        "Vegetarian on request \u2013 \u0936\u093e\u0915\u093e\u0939\u093e\u0930\u0940.",
        1750, 1750, 175, 2000, 120, HALF_DAYS, SEATED),
    Tour("Caf\u00e9 stop and coral talk", _SD, "an hour with a reef biologist",
        "Coffee \u2615 included.", 650, 650, 60, 750, 30, RIDES, SEATED),
    Tour("Private beach dinner, Vijaynagar", _SD, "table for two on the sand",
        "Price is per person; two at least.", 3600, 4100, 360, 4500, 480, EVENINGS, SEATED, STRICT),
    Tour("Yoga at first light, Kalapathar", _SD, "sixty minutes facing east",
        "Mats are there.", 750, 750, 75, 900, 60, WALKS, WALKING),
    Tour("Underwater photo session", _SD, "a photographer on your dive",
        "Thirty edited pictures within two days.", 2500, 2500, 250, 2800, 120, DIVES, DIVING),
    Tour("Speedboat charter, Inglis Island", _SD, "a beach for your party only",
        "Up to eight guests.", 9500, 11000, 950, 12000, 120, HALF_DAYS, BOATING, STRICT),
)
# fmt: on
