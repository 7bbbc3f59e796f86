//! The classes of words that the rows are made of; `FILL` says nothing, and may stand between two steps of a row.

pub(super) const CLASSES: [(&str, &str); 37] = [
    (
        "FILL",
        "a an the any some of this that these those your my our its to just only really actually also simply been be quite \
         probably clearly still all here above have both merely purely s in ein eine nur un une seulement solo una",
    ),
    (
        "OPENING",
        "so but and well or as now please note that however also although then p s ps ok okay sorry update correction \
         warning important disclaimer hinweis remarque nota hmm wait no actually oops",
    ),
    // What a sentence calls the value.
    (
        "THIS",
        "this these those above answer answers json object list array value values data output outputs result results \
         reply response everything entries entry example das dies diese ceci cela esto questo",
    ),
    ("IT", "it that"),
    (
        "BE",
        "is isn are aren was wasn were weren s be ist sind war est sont es seems looks",
    ),
    ("NOT", "not never cannot nicht pas no"),
    (
        "FAULT",
        "wrong incorrect invalid mistaken mistake mistakes error errors inaccurate false flawed outdated obsolete falsch \
         fehlerhaft faux incorrecto incorrecta errado sbagliato",
    ),
    ("HAS", "has have had contains contain includes"),
    // Of no text.
    (
        "UNREAL",
        "dummy hypothetical hypothetically fictional fictitious placeholder placeholders mock invented imaginary imagined \
         illustrative illustration fabricated invent fiction fake bogus random randomly arbitrary typical generic guess guesses guessed guessing guesswork erfunden erfundene erfundenes \
         erfundener beispieldaten platzhalter fictives ficticios inventées inventée inventados fictif fictifs fictive ficticio ficticia inventado inventada",
    ),
    (
        "KIND",
        "example examples sample template draft beispiel exemple ejemplo esempio exemplo",
    ),
    (
        "MENDED",
        "corrected fixed replaced filled mended updated revised",
    ),
    ("YOURS", "gave given provided sent wanted requested"),
    (
        "SOURCE",
        "text document file image picture photo message input transcript page pdf attachment content article source \
         access link url website documents files images pictures photos attachments links pages",
    ),
    ("FROM", "from in of on"),
    (
        "RETRACT",
        "disregard ignore forget discard scratch delete overlook",
    ),
    (
        "CHANGE",
        "replace change correct set update adjust substitute swap fill",
    ),
    ("WITH", "with to by"),
    ("READ", "be read say been show equal"),
    (
        "ASK",
        "please could can kindly need bitte veuillez favor pouvez können",
    ),
    (
        "GIVE",
        "send share provide paste give upload attach supply senden schicken fournir envoyer envíe proporcione",
    ),
    // What only offers.
    (
        "OFFER",
        "if more additional further other another once next",
    ),
    (
        "SEE",
        "see open read reading seeing receiving access find have get load view receive seen saw",
    ),
    (
        "OTHER",
        "another other yesterday old previous earlier different",
    ),
    ("COULD", "could might may would"),
    ("RIGHT", "right real correct true actual"),
    (
        "SORRY",
        "sorry apologies apologize apologise oops entschuldigung désolé perdón",
    ),
    ("SURE", "sure certain"),
    ("NULL", "null empty blank none"),
    (
        "SHOW",
        "show shows showing demonstrates demonstrating illustrates",
    ),
    ("FORM", "format structure schema shape form layout"),
    ("OUGHT", "should must ought has needs"),
    ("MIGHT", "could might may"),
    ("CHANGED", "replaced changed corrected updated removed"),
    ("LIE", "lie lied lying kidding joke joking"),
    ("USE", "use used rely based trust"),
    // What is said of an answer that stays.
    (
        "GOOD",
        "final shown found what how why everything whole entire ready consistent compliant accurate taken based as for at from in of on with          according per not no more very fully directly exactly best most well enough easy sorted listed ordered grouped          because since therefore given derived inferred calculated computed used included present filled stated mentioned          already paid due total due available unknown missing absent null empty optional required",
    ),
    ("KNOWN", super::known::LEADING),
];

/// What says so in scripts without spaces between words.
pub(super) const UNSPACED: [&str; 12] = [
    "示例",
    "例子",
    "例です",
    "虚构",
    "虛構",
    "假设",
    "仮の",
    "错误",
    "錯誤",
    "間違",
    "不正确",
    "예시",
];
