import OnAirMedia

/// Finds how a picture must be turned in its EXIF data (EXIF 2.3, 4.5 and 4.6.4 A; TIFF 6.0, section 2).
enum ExifOrientation {
    /// The orientation that the TIFF structure at `start` of the file states; `up` where it states none that makes sense.
    static func read(_ bytes: ImageBytes, at start: Int, end: Int) -> ImageOrientation {
        let isLittle = bytes.matches("II*\0", at: start)
        guard isLittle || bytes.matches("MM\0*", at: start) else { return .up }
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset >= 0, start + offset + count <= end else { return nil }
            return bytes.number(at: start + offset, count: count, littleEndian: isLittle)
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return .up }
        for index in 0..<count {
            let entry = directory + 2 + 12 * index
            guard let tag = number(entry, 2) else { return .up }
            // One SHORT.
            guard tag == 0x0112 else { continue }
            guard number(entry + 2, 2) == 3, number(entry + 4, 4) == 1, let value = number(entry + 8, 2) else {
                return .up
            }
            return ImageOrientation(exifValue: value) ?? .up
        }
        return .up
    }
}
