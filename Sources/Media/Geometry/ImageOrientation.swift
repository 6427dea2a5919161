/// How a stored picture must be turned and mirrored to stand upright: the eight ways of EXIF 2.3 (tag 0x0112).
///
/// The name says what to do: `right` turns a quarter clockwise, `left` a quarter counter-clockwise, `down` half; the
/// mirrored ones first exchange left and right, then turn. They form a group: `then` composes, `inverse` undoes.
public enum ImageOrientation: String, CaseIterable, Hashable, Sendable, Codable {
    /// As stored.
    case up
    /// Turned by 180°.
    case down
    /// Turned by 90° counter-clockwise.
    case left
    /// Turned by 90° clockwise.
    case right
    /// Left and right exchanged.
    case upMirrored
    /// Top and bottom exchanged.
    case downMirrored
    /// Rows and columns exchanged: transposed along the main diagonal.
    case leftMirrored
    /// Transposed along the other diagonal.
    case rightMirrored

    /// Left and right exchanged when `mirrored`, then `quarterTurns` clockwise; any number of turns is legal.
    public init(quarterTurns: Int, mirrored: Bool) {
        switch ((quarterTurns % 4 + 4) % 4, mirrored) {
        case (0, false): self = .up
        case (1, false): self = .right
        case (2, false): self = .down
        case (3, false): self = .left
        case (0, true): self = .upMirrored
        case (1, true): self = .rightMirrored
        case (2, true): self = .downMirrored
        default: self = .leftMirrored
        }
    }

    /// Quarter turns clockwise, 0 to 3, made after mirroring.
    public var quarterTurns: Int {
        switch self {
        case .up, .upMirrored: 0
        case .right, .rightMirrored: 1
        case .down, .downMirrored: 2
        case .left, .leftMirrored: 3
        }
    }

    /// Whether left and right are exchanged before turning.
    public var isMirrored: Bool {
        switch self {
        case .up, .down, .left, .right: false
        case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
        }
    }

    /// Whether rows become columns, so that width and height are exchanged.
    public var exchangesAxes: Bool { quarterTurns % 2 == 1 }

    /// This orientation first, `next` after it, as one.
    public func then(_ next: ImageOrientation) -> ImageOrientation {
        // Mirroring after a turn is turning the other way after mirroring.
        let turns = next.isMirrored ? next.quarterTurns - quarterTurns : next.quarterTurns + quarterTurns
        return ImageOrientation(quarterTurns: turns, mirrored: isMirrored != next.isMirrored)
    }

    /// What undoes this orientation.
    public var inverse: ImageOrientation {
        isMirrored ? self : ImageOrientation(quarterTurns: -quarterTurns, mirrored: false)
    }

    /// This orientation as the viewer sees it in a mirror: left and right exchanged after turning.
    public var mirrored: ImageOrientation { then(.upMirrored) }
}

extension ImageOrientation {
    /// The orientation of EXIF value `exifValue`, 1 to 8 (EXIF 2.3, 4.6.4 A); nil for other numbers.
    public init?(exifValue: Int) {
        guard let orientation = Self.allCases.first(where: { $0.exifValue == exifValue }) else { return nil }
        self = orientation
    }

    /// The value a file's orientation tag carries, 1 to 8 (EXIF 2.3, 4.6.4 A).
    public var exifValue: Int {
        switch self {
        case .up: 1
        case .upMirrored: 2
        case .down: 3
        case .downMirrored: 4
        case .leftMirrored: 5
        case .right: 6
        case .rightMirrored: 7
        case .left: 8
        }
    }
}
