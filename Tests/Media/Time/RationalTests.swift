import OnAirMedia
import Testing

struct RationalTests {
    @Test("Fractions are in lowest terms with the sign above")
    func lowestTerms() {
        #expect(Rational(60, 4) == Rational(15))
        #expect(Rational(3, -6).numerator == -1 && Rational(3, -6).denominator == 2)
        #expect(Rational(0, -5) == Rational(0))
        #expect(Rational(-30000, 1001).reciprocal == Rational(-1001, 30000))
    }

    @Test("Order is that of the numbers, also where products need 128 bits")
    func order() {
        #expect(Rational(30000, 1001) < Rational(30))
        #expect(Rational(-1, 2) < Rational(-1, 3))
        #expect(Rational(Int64.max, Int64.max - 1) > Rational(Int64.max - 1, Int64.max - 2).reciprocal)
    }

    @Test(
        "Text is read as it says",
        arguments: [
            ("30", 30, 1), ("30000/1001", 30000, 1001), ("29.97", 2997, 100), ("0.5", 1, 2), ("-3", -3, 1),
            ("-1/2", -1, 2), ("60/2", 30, 1), ("0", 0, 1), ("+25", 25, 1),
            ("1.000000001", 1_000_000_001, 1_000_000_000),
        ])
    func reads(text: String, numerator: Int64, denominator: Int64) {
        #expect(Rational(text) == Rational(numerator, denominator))
    }

    @Test(
        "Anything else is nil",
        arguments: [
            "", "/", "1/", "/1", "1/0", "1/-2", "1.", ".5", "1.2.3", "1/2/3", "a", "30fps", " 30", "3 0", "-0.5",
            "1.-5",
            "1.+5", "9223372036854775808", "-9223372036854775808", "9223372036854775807.9", "1.0000000001", "1e3", "٣",
            "1.٣", "0x10", "-9223372036854775808/3",
        ])
    func refuses(text: String) { #expect(Rational(text) == nil) }

    @Test("What is written can be read back")
    func roundTrip() {
        for rational in [Rational(30), Rational(30000, 1001), Rational(-7, 3), Rational(Int64.max, 2)] {
            #expect(Rational(rational.description) == rational)
        }
    }
}
