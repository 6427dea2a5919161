/// Spells names of controls for commands.
package enum CaptureControlName {
    /// `name` in lower case with one underscore for whatever stands between letters and digits, as v4l2-ctl(1) spells
    /// it: `Exposure Time, Absolute` is `exposure_time_absolute`.
    package static func normalized(_ name: String) -> String {
        var result = ""
        var isBetween = false
        for scalar in name.unicodeScalars {
            guard scalar.isASCII, scalar.properties.isAlphabetic || (48...57).contains(scalar.value) else {
                isBetween = true
                continue
            }
            if isBetween, !result.isEmpty { result += "_" }
            isBetween = false
            result.unicodeScalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
        }
        return result
    }
}
