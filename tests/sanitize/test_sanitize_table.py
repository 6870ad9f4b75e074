"""Snippets made by hand: what is taken as what, and what is left alone."""

from __future__ import annotations

import pytest

from ema_cli.sanitize.detectors.all import detectors
from ema_cli.sanitize.entities import DETECTED, Entity, Example
from ema_cli.sanitize.folding import fold
from ema_cli.sanitize.proof.scan import Scan
from ema_cli.sanitize.sanitizer import Options, Sanitizer

KEY = b"a key of the tests, 32 bytes long"
SANITIZER = Sanitizer([], KEY, Options())
SCAN = Scan([], DETECTED)

EMAIL, PHONE, CARD, IBAN = Entity.EMAIL, Entity.PHONE, Entity.CREDIT_CARD, Entity.IBAN
SSN, IP, MAC, SECRET = Entity.SSN, Entity.IP, Entity.MAC, Entity.SECRET

TAKEN: list[tuple[Entity, str, str]] = [
    # what it is, the text, the value in it
    (EMAIL, "write to jo@corp.example please", "jo@corp.example"),
    (EMAIL, "Jo.Smith@Corp.Example", "Jo.Smith@Corp.Example"),
    (EMAIL, "jo+news@mail.corp.example, thanks", "jo+news@mail.corp.example"),
    (EMAIL, "mail jo_smith-2@corp-eu.example.", "jo_smith-2@corp-eu.example"),
    (EMAIL, "<jo@corp.example>", "jo@corp.example"),
    (EMAIL, "(jo@corp.example)", "jo@corp.example"),
    (EMAIL, "mailto:jo@corp.example?subject=x", "jo@corp.example"),
    (EMAIL, "jo@corp.example's account", "jo@corp.example"),
    (EMAIL, "jörg@müller.example", "jörg@müller.example"),
    (EMAIL, "jo@xn--mller-kva.example", "jo@xn--mller-kva.example"),
    (EMAIL, "jo@bücher.рф", "jo@bücher.рф"),
    (EMAIL, "a@corp.example", "a@corp.example"),
    (EMAIL, "o'neil@corp.example", "o'neil@corp.example"),
    (EMAIL, '"jo smith"@corp.example', '"jo smith"@corp.example'),
    (EMAIL, "jo@sub_domain.example", "jo@sub_domain.example"),
    (EMAIL, "jo@corp\u3002example", "jo@corp\u3002example"),
    (EMAIL, "To: jo@corp.example; ann@corp.example", "jo@corp.example"),
    (EMAIL, "jo@corp.example-", "jo@corp.example"),
    (EMAIL, "from=jo@corp.example&x=1", "jo@corp.example"),
    (EMAIL, "jo%40corp.example", "jo%40corp.example"),
    (EMAIL, "jo&#64;corp.example", "jo&#64;corp.example"),
    (EMAIL, "jo\\u0040corp.example", "jo\\u0040corp.example"),
    (EMAIL, "jo\uff20corp\uff0eexample", "jo\uff20corp\uff0eexample"),
    (EMAIL, "jo@corp.example@relay.example", "jo@corp.example@relay.example"),
    (EMAIL, "git@code.example:team/app", "git@code.example"),
    (EMAIL, "x@" + "sub." * 20 + "example", "x@" + "sub." * 20 + "example"),
    (PHONE, "+1 415 555 0132", "+1 415 555 0132"),
    (PHONE, "+14155550132", "+14155550132"),
    (PHONE, "+1 (415) 555-0132", "+1 (415) 555-0132"),
    (PHONE, "+1-415-555-0132 ext 12", "+1-415-555-0132"),
    (PHONE, "+1.415.555.0132x99", "+1.415.555.0132"),
    (PHONE, "tel:+14155550132", "+14155550132"),
    (PHONE, "Tel.:+49 30 1234567.", "+49 30 1234567"),
    (PHONE, "+49 (0)30 1234567", "+49 (0)30 1234567"),
    (PHONE, "0049 30 1234567", "0049 30 1234567"),
    (PHONE, "+44 20 7946 0958", "+44 20 7946 0958"),
    (PHONE, "+33 1 23 45 67 89", "+33 1 23 45 67 89"),
    (PHONE, "+86 138 0013 8000", "+86 138 0013 8000"),
    (PHONE, "+91 98765 43210", "+91 98765 43210"),
    (PHONE, "+1 415 555 0132 12 tickets", "+1 415 555 0132"),
    (PHONE, "(555) 010-4477", "(555) 010-4477"),
    (PHONE, "(555)010-4477", "(555)010-4477"),
    (PHONE, "415-555-0132", "415-555-0132"),
    (PHONE, "415.555.0132", "415.555.0132"),
    (PHONE, "415 - 555 - 0132", "415 - 555 - 0132"),
    (PHONE, "415/555-0132", "415/555-0132"),
    (PHONE, "415-5550132", "415-5550132"),
    (PHONE, "1(415)555-0132", "1(415)555-0132"),
    (PHONE, "sms 011 44 20 7946 0958", "011 44 20 7946 0958"),
    (PHONE, "415 555 0132", "415 555 0132"),
    (PHONE, "1-415-555-0132", "1-415-555-0132"),
    (PHONE, "555-0100", "555-0100"),
    (PHONE, "call 555-0100!", "555-0100"),
    (PHONE, "call 4155550132 now", "4155550132"),
    (PHONE, "my number: 4155550132", "4155550132"),
    (PHONE, "4155550132", "4155550132"),
    (PHONE, "14155550132", "14155550132"),
    (PHONE, "phone=4155550132", "4155550132"),
    (PHONE, "phone number is 4155550132", "4155550132"),
    (PHONE, "mobile 98765 43210", "98765 43210"),
    (PHONE, "Tel: 12 34 56 78", "12 34 56 78"),
    (PHONE, "020 7946 0958", "020 7946 0958"),
    (PHONE, "030/1234567", "030/1234567"),
    (PHONE, "0171-1234567", "0171-1234567"),
    (PHONE, "01 23 45 67 89", "01 23 45 67 89"),
    (PHONE, "01.23.45.67.89", "01.23.45.67.89"),
    (PHONE, "02079460958", "02079460958"),
    (PHONE, "2026-08-12 415-555-0132", "415-555-0132"),
    (PHONE, "415-555-0132/0133", "415-555-0132"),
    (PHONE, "415-555-0132,415-555-0133", "415-555-0132"),
    (PHONE, "%2B14155550132", "%2B14155550132"),
    (PHONE, "+1\u00a0415\u00a0555\u00a00132", "+1\u00a0415\u00a0555\u00a00132"),
    (PHONE, "+1 415\u2011555\u20110132", "+1 415\u2011555\u20110132"),
    (
        PHONE,
        "\uff0b\uff11\uff14\uff11\uff15\uff15\uff15\uff15\uff10\uff11\uff13\uff12",
        "\uff0b\uff11\uff14\uff11\uff15\uff15\uff15\uff15\uff10\uff11\uff13\uff12",
    ),
    (PHONE, "+٤٩ ٣٠ ١٢٣٤٥٦٧", "+٤٩ ٣٠ ١٢٣٤٥٦٧"),
    (PHONE, "415-555-0132/415-555-0133", "415-555-0133"),
    (PHONE, "(415)555-0134/(415)555-0135", "(415)555-0135"),
    (CARD, "4111 1111 1111 1111", "4111 1111 1111 1111"),
    (CARD, "4111111111111111", "4111111111111111"),
    (CARD, "4111-1111-1111-1111.", "4111-1111-1111-1111"),
    (CARD, "4111  1111  1111  1111", "4111  1111  1111  1111"),
    (CARD, "4111 - 1111 - 1111 - 1111", "4111 - 1111 - 1111 - 1111"),
    (CARD, "4111 11111111 1111", "4111 11111111 1111"),
    (CARD, "41111111 11111111", "41111111 11111111"),
    (CARD, "411111 1111111111", "411111 1111111111"),
    (CARD, "4.111111111111111e15", "4.111111111111111e15"),
    (CARD, "4111111111111111.0", "4111111111111111"),
    (CARD, "card 5500 0000 0000 0004 declined", "5500 0000 0000 0004"),
    (CARD, "5500000000000004", "5500000000000004"),
    (CARD, "2223003122003222", "2223003122003222"),
    (CARD, "378282246310005", "378282246310005"),
    (CARD, "3782 822463 10005", "3782 822463 10005"),
    (CARD, "6011111111111117", "6011111111111117"),
    (CARD, "3530111333300000", "3530111333300000"),
    (CARD, "30569309025904", "30569309025904"),
    (CARD, "4222222222222", "4222222222222"),
    (CARD, "paid 2 4111 1111 1111 1111", "4111 1111 1111 1111"),
    (CARD, "4111\u00a01111\u00a01111\u00a01111", "4111\u00a01111\u00a01111\u00a01111"),
    (IBAN, "GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32"),
    (IBAN, "GB82WEST12345698765432", "GB82WEST12345698765432"),
    (IBAN, "GB82-WEST-1234-5698-7654-32", "GB82-WEST-1234-5698-7654-32"),
    (IBAN, "DE89  3704  0044  0532  0130  00", "DE89  3704  0044  0532  0130  00"),
    (IBAN, "GB82WE ST12 3456 9876 5432", "GB82WE ST12 3456 9876 5432"),
    (IBAN, "gb82west12345698765432", "gb82west12345698765432"),
    (IBAN, "IBAN: DE89 3704 0044 0532 0130 00,", "DE89 3704 0044 0532 0130 00"),
    (IBAN, "DE89370400440532013000", "DE89370400440532013000"),
    (IBAN, "FR14 2004 1010 0505 0001 3M02 606", "FR14 2004 1010 0505 0001 3M02 606"),
    (IBAN, "NO93 8601 1117 947", "NO93 8601 1117 947"),
    (IBAN, "NL91ABNA0417164300", "NL91ABNA0417164300"),
    (IBAN, "CH93 0076 2011 6238 5295 7 today", "CH93 0076 2011 6238 5295 7"),
    (SSN, "123-45-6789", "123-45-6789"),
    (SSN, "SSN 123-45-6789.", "123-45-6789"),
    (SSN, "078-05-1120", "078-05-1120"),
    (SSN, "123 45 6789", "123 45 6789"),
    (SSN, "ssn: 123456789", "123456789"),
    (SSN, "social security number 123456789", "123456789"),
    (SSN, "ITIN 912-78-1234", "912-78-1234"),
    (IP, "from 10.1.2.3", "10.1.2.3"),
    (IP, "192.168.0.17:8080", "192.168.0.17"),
    (IP, "203.0.113.7/24", "203.0.113.7"),
    (IP, "[203.0.113.7]", "203.0.113.7"),
    (IP, "10.0.0.3-10.0.0.9", "10.0.0.9"),
    (IP, "http://203.0.113.7/x", "203.0.113.7"),
    (IP, "host 203.0.113.7.", "203.0.113.7"),
    (IP, "2001:db8::1", "2001:db8::1"),
    (IP, "2001:0db8:0000:0000:0000:ff00:0042:8329", "2001:0db8:0000:0000:0000:ff00:0042:8329"),
    (IP, "fe80::1ff:fe23:4567:890a%eth0", "fe80::1ff:fe23:4567:890a"),
    (IP, "[2001:db8::7]:443", "2001:db8::7"),
    (IP, "::ffff:203.0.113.7", "::ffff:203.0.113.7"),
    (MAC, "00:1A:2b:3c:4d:5e", "00:1A:2b:3c:4d:5e"),
    (MAC, "00-1A-2B-3C-4D-5E", "00-1A-2B-3C-4D-5E"),
    (MAC, "001a.2b3c.4d5e", "001a.2b3c.4d5e"),
    (MAC, "mac=00:1a:2b:3c:4d:5e;", "00:1a:2b:3c:4d:5e"),
    (SECRET, "AKIAIOSFODNN7ABCDEFG", "IOSFODNN7ABCDEFG"),
    (SECRET, "ghp_" + "a1B2" * 9, "a1B2" * 9),
    (SECRET, "github_pat_" + "a1B2" * 8, "a1B2" * 8),
    (SECRET, "glpat-" + "a1B2" * 5, "a1B2" * 5),
    (SECRET, "xoxb-1234567890-abcdefGHIJ", "1234567890-abcdefGHIJ"),
    (SECRET, "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "4eC39HqLyjWDarjtT1zdp7dc"),
    (SECRET, "sk-proj-abc123def456ghi789jkl", "proj-abc123def456ghi789jkl"),
    (SECRET, "AIza" + "a1B2c" * 7, "a1B2c" * 7),
    (SECRET, "npm_" + "a1B2" * 9, "a1B2" * 9),
    (
        SECRET,
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
        "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
    ),
    (SECRET, "Authorization: Bearer abcdef0123456789ABCDEF", "abcdef0123456789ABCDEF"),
    (SECRET, "postgres://app:hunter2@db.example/x", "hunter2"),
    (SECRET, "https://user:p4ss-word@host.example", "p4ss-word"),
    (SECRET, "amqp://:hunter2@queue", "hunter2"),
    (SECRET, "Server=db;Password=hunter2;User=sa", "hunter2"),
    (SECRET, "PWD=hunter2", "hunter2"),
    (SECRET, "password='hunter 22 x'", "hunter 22 x"),
    (SECRET, "DB_PASSWORD=hunter2", "hunter2"),
    (SECRET, "AccountKey=abcdEFGH1234abcdEFGH1234==;", "abcdEFGH1234abcdEFGH1234=="),
    (SECRET, "https://x.example/?access_token=abcdef123456&y=1", "abcdef123456"),
    (
        SECRET,
        "aws_secret_access_key = wJalrXUtnFEMIabcdEXAMPLEKEY1",
        "wJalrXUtnFEMIabcdEXAMPLEKEY1",
    ),
    (
        SECRET,
        "-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkqhkiG\n-----END PRIVATE KEY-----",
        "\nMIIBVgIBADANBgkqhkiG\n",
    ),
]

LEFT = [
    # dates and times
    *("2026-08-12", "2026-08-12T10:22:11Z", "2026-08-12 10:22:11.123456", "12.08.2026"),
    *("08/12/2026", "12-08-2026", "01.02.2026", "01/02/26", "20260812", "20260812T102211", "10:22"),
    *("10:22:11", "2026-W33-3", "1786530000", "1693526400000", "12.08.2026 10:22", "Q3 2026"),
    "from 2024-2026", "2026-08-12/2026-08-19",
    # versions
    *("v1.2.3", "1.2.3", "v1.2.3.4", "version 1.2.3.4", "10.0.19041.1288", "1.2.3.4.5", "3.11.7"),
    *("node-18.17.0", "2.0.0-rc.1", "release 10.2.0.4", "pkg@1.2.3", "left-pad@1.3.0"),
    # ids, hashes, numbers of orders and tickets
    *("hosted-eu-20260812-09", "123e4567-e89b-12d3-a456-426614174000", "ORD-20260812-0001"),
    *("TCK-4155550132", "INV-2026-3100", "ticket 4155550132", "order no. 4155550132"),
    "#4155550132",
    *("order 4155550132", "case 555-0100", "part 224-1180", "id=4155550132", "PN 100-2345-67"),
    *("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "deadbeef", "1234567"),
    *("d41d8cd98f00b204e9800998ecf8427e", "https://x.example/orders/4155550132", "user_4155550132"),
    *("SKU 12-345-678", "7f3a9c1", "item 4155550132", "0x7fffffff", "ISBN 978-3-16-148410-0"),
    # prices and amounts
    *("$1,234.56", "1,234,567.89", "1.234.567,89", "EUR 49.50", "19.99", "1234567.89"),
    "12 345 678",
    *("4111 11111111 1112", "415-1550132", "order 415 5550132", "DE88-3704-0044-0532-0130-00"),
    *("100%", "3.14159265358979", "-0.00012345", "1e-10", "50-100 users", "1,000,000 rows"),
    # what fails its checksum, or is out of range
    *("4111 1111 1111 1112", "4111111111111112", "1234 5678 9012 3456", "0000 0000 0000 0000"),
    *("GB82 WEST 1234 5698 7654 33", "DE00370400440532013000", "ZZ89370400440532013000"),
    *("000-45-6789", "123-45-0000", "123-456-789", "999.1.1.1", "256.1.2.3", "1.2"),
    # nobody's
    *("127.0.0.1", "255.255.255.0", "::1", "::", "00:00:00:00:00:00"),
    "ff:ff:ff:ff:ff:ff",
    "0.0.0.0",  # noqa: S104 - a text
    # what only looks like one
    *("std::vector", "a::b", "Foo::Bar::baz", "16:9", "1:2:3", "user@localhost", "logo@2x.png"),
    *("@mention", "a@b", "foo@", "@", "x@y@z", "@angular/core", "eyJ", "eyJabc.def", "sk-short"),
    *("password=", "password=***", "password=$PASSWORD", "password=<secret>", "token=abc"),
    *("the password is wrong", "https://x.example:8080/a@b", "://", "Bearer token", "AKIA"),
    "ghp_abc",
    *("+", "+1", "+12", "+999", "()", "(555)", "555", "555-01", "00", "000", "+1 23", "1-800"),
    # pseudonyms
    *("kavelosi@pseudonym.example", "+999 415 555 0132", "+9994155550132", "482-00-7193"),
    *("198.18.4.7", "198.19.255.1", "2001:2:0:1::7", "KAVELOSI@PSEUDONYM.EXAMPLE"),
    *("%2B9994155550132", "kavelosi%40pseudonym.example"),
    # words
    *("", " ", "ordinary words, nothing else", "naïve déjà vu", "東京", "🙂", "Straße 5", "a b c"),
]  # fmt: skip


@pytest.mark.parametrize(("entity", "text", "value"), TAKEN, ids=[text for _, text, _ in TAKEN])
def test_taken(entity: Entity, text: str, value: str) -> None:
    cleaned = SANITIZER.values([text], columns=False)[0]
    after = str(cleaned.value)
    assert entity in {found for _, found in cleaned.counts}, "it is not found"
    assert value not in after
    if sum(cleaned.counts.values()) == 1 and text.count(value) == 1:
        before, behind = text.split(value)
        assert after.startswith(before)
        assert after.endswith(behind)
    assert SANITIZER.text(after) == after
    assert SCAN.text(after) == 0


@pytest.mark.parametrize("text", LEFT)
def test_left_alone(text: str) -> None:
    assert SANITIZER.text(text) == text
    assert SCAN.text(text) == 0


@pytest.mark.parametrize(
    "text",
    [
        "GB82 WEST 1234 5698 7654 32-jo@corp.example",
        "10.1.2.3.jo@corp.example",
    ],
)
def test_values_that_overlap_go_together(text: str) -> None:
    after = SANITIZER.text(text)
    assert "corp" not in after
    assert not any(part in after for part in ("WEST 1234", "10.1.2.3"))
    assert SANITIZER.text(after) == after
    assert SCAN.text(after) == 0


def test_the_table_is_long_enough() -> None:
    assert len(TAKEN) + len(LEFT) >= 200
    assert len(set(LEFT)) == len(LEFT)


@pytest.mark.parametrize("entity", DETECTED)
def test_each_entity_can_be_switched_off(entity: Entity) -> None:
    without = Sanitizer([], b"k" * 32, Options(entities=frozenset(DETECTED) - {entity}))
    for found, text, _value in TAKEN:
        if found is entity:
            counts = without.values([text], columns=False)[0].counts
            assert entity not in {other for _, other in counts}


@pytest.mark.parametrize("entity", DETECTED)
def test_a_detector_finds_nothing_beyond_its_entities(entity: Entity) -> None:
    for detector in detectors({entity}):
        for _, text, _ in TAKEN:
            found = {one.entity for one in detector.find(fold(text).normal)}
            assert found <= set(detector.entities)


def test_a_value_of_known_shape_may_be_an_example_as_well() -> None:
    for entity, text, value in TAKEN:
        if entity in {EMAIL, CARD, IBAN, SSN, PHONE} and value.isascii() and "x99" not in text:
            given = Sanitizer([Example(value)], KEY, Options(frozenset(DETECTED) - {entity}))
            assert given.text(text).startswith(text.split(value, 1)[0])
            assert value not in given.text(text)
