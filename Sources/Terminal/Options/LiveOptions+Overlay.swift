extension LiveOptions {
    /// Where something lies in the picture: `X,Y,WIDTH,HEIGHT`, each a fraction of the picture's side where at most 1,
    /// else pixels; a width or height of 0 follows from the shape, a negative x or y centres.
    public struct Place: Sendable, Equatable {
        public var x: Double
        public var y: Double
        public var width: Double
        public var height: Double

        public init(x: Double, y: Double, width: Double, height: Double) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        /// Reads `X,Y,WIDTH,HEIGHT`; the last one may be left out and is 0 then.
        ///
        /// - Throws: `UsageError` that names `option`.
        init(_ text: String, option: String) throws(UsageError) {
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            let values = numbers.compactMap { $0 }.filter { $0.isFinite && abs($0) <= 16_384 }
            guard values.count == numbers.count, (3...4).contains(values.count) else {
                throw UsageError(
                    .badValue, "--\(option) cannot be \"\(text)\".",
                    advice:
                        "It is X,Y,WIDTH,HEIGHT: fractions of the picture up to 1, or pixels up to 16384, such as 0.8,0.05,0,0.1."
                )
            }
            let (width, height) = (values[2], values.count == 4 ? values[3] : 0)
            guard width >= 0, height >= 0, width > 0 || height > 0 else {
                throw UsageError(
                    .badValue, "--\(option) \(text) has no size.", advice: "One of width and height may be 0, not both."
                )
            }
            self.init(x: values[0], y: values[1], width: width, height: height)
        }
    }

    /// Something laid over the picture by an option of its own.
    public struct Overlay: Sendable, Equatable {
        public enum Kind: String, Sendable, CaseIterable {
            /// A picture file in a corner.
            case logo
            case text
            /// An animated picture file.
            case sticker
            /// A picture file over all of the picture.
            case picture
        }

        public var kind: Kind
        /// The file, or the text.
        public var value: String
        /// Nil for where its kind belongs.
        public var place: Place?
        /// 0 to 1.
        public var alpha: Double

        public init(_ kind: Kind, _ value: String, place: Place? = nil, alpha: Double = 1) {
            (self.kind, self.value, self.place, self.alpha) = (kind, value, place, alpha)
        }
    }

    /// Reads an option about what is over and around the camera; false for any other.
    mutating func readPicture(_ name: String, _ value: String) throws(UsageError) -> Bool {
        switch name {
        case "scenes": scenes = value
        case "scene": scene = value
        case "logo", "text", "sticker", "picture":
            guard let kind = Overlay.Kind(rawValue: name) else { return false }
            overlays.append(Overlay(kind, value))
        case "video": video = value
        case "video-volume": videoVolume = try Self.decimal(value, in: 0...2, option: "video-volume")
        case "place":
            let place = try Place(value, option: "place")
            if overlays.last?.place != nil {
                throw UsageError(
                    .repeated, "--place is given twice for one --\(overlays.last?.kind.rawValue ?? "logo").")
            }
            try changeLast("place") { $0.place = place }
        case "alpha":
            let alpha = try Self.decimal(value, in: 0...1, option: "alpha")
            try changeLast("alpha") { $0.alpha = alpha }
        case "camera-place": cameraPlace = try Place(value, option: "camera-place")
        case "slate": slate = value
        case "transition": transition = value
        case "filter": filters.append(.step(value))
        case "look": filters.append(.look(value))
        case "zoom": zoom = try Self.decimal(value, in: 1...8, option: "zoom")
        case "snapshot":
            guard [".png", ".jpg", ".jpeg"].contains(where: { value.lowercased().hasSuffix($0) }) else {
                throw UsageError(
                    .badValue, "--snapshot writes PNG and JPEG only: \"\(value)\" ends in neither.",
                    advice: "Name it something.png or something.jpg.")
            }
            snapshot = value
        default: return false
        }
        return true
    }

    /// What belongs together among these.
    func checkPicture() throws(UsageError) {
        if filters.contains(.step("none")), filters.count > 1 {
            throw UsageError(
                .badValue, "--filter none leaves nothing, and there are other filters too.",
                advice: "Leave one or the other out.")
        }
        if scene != nil, scenes == nil {
            throw UsageError(.incomplete, "--scene names a scene of a file.", advice: "Give --scenes FILE as well.")
        }
        if scenes != nil, video != nil || cameraPlace != nil {
            throw UsageError(
                .badValue,
                "--scenes says where camera and videos are; --\(video != nil ? "video" : "camera-place") does too.",
                advice: "Write it into the file, or leave one of them out.")
        }
        let uses = [
            scenes.map { _ in "scenes" }, overlays.first?.kind.rawValue, video.map { _ in "video" },
            slate.map { _ in "slate" }, cameraPlace.map { _ in "camera-place" }, zoom.map { _ in "zoom" },
            filters.first.map { if case .look = $0 { "look" } else { "filter" } },
            snapshot.map { _ in "snapshot" },
        ]
        if camera == .none, let used = uses.compactMap({ $0 }).first {
            throw UsageError(.badValue, "--\(used) is about pictures, and --camera none leaves none.")
        }
    }

    private mutating func changeLast(_ option: String, _ change: (inout Overlay) -> Void) throws(UsageError) {
        guard let last = overlays.indices.last else {
            throw UsageError(
                .incomplete, "--\(option) belongs to the --logo, --text, --sticker or --picture before it.",
                advice: "Write --logo FILE --\(option) ….")
        }
        change(&overlays[last])
    }

    private static func decimal(
        _ value: String, in range: ClosedRange<Double>, option: String
    ) throws(UsageError) -> Double {
        guard let number = Double(value), range.contains(number) else {
            throw UsageError(
                .badValue, "--\(option) cannot be \"\(value)\".",
                advice: "It is a number from \(Int(range.lowerBound)) to \(Int(range.upperBound)).")
        }
        return number
    }
}
