import OnAirBeauty
import OnAirDrawing
import OnAirMedia
import OnAirPixels

/// One picture that shows what filters do to another, each with its name: skin at the place where it changes most, then
/// looks, then what is left.
struct ContactSheet {
    private static let width = 1200
    private static let margin = 8
    private static let labelHeight = 20
    private static let headingHeight = 34
    /// What is shown of one is not treated larger than this.
    private static let longestSide = 1280

    private let picture: Picture

    /// - Throws: `PixelError`.
    init(of bitmap: ImageBitmap) throws(PixelError) {
        let longest = max(bitmap.size.width, bitmap.size.height)
        var size = bitmap.size
        if longest > Self.longestSide {
            size.width = max(2, bitmap.size.width * Self.longestSide / longest)
            size.height = max(2, bitmap.size.height * Self.longestSide / longest)
        }
        let whole = try StillPicture.picture(of: bitmap)
        picture =
            size == bitmap.size ? whole : try StillPicture.scaled(whole, to: size, crop: PictureRect(bitmap.size))
    }

    /// A picture and what stands below it.
    private struct Cell {
        var name: String
        var picture: Picture
        /// What of it is shown; nil for what the section shows.
        var crop: PictureRect?
    }

    /// Cells that stand together.
    private struct Section {
        var heading: String
        var columns: Int
        /// What of the pictures is shown.
        var crop: PictureRect
        var cells: [Cell]
    }

    /// - Throws: `FilterError`, `PixelError` or `DrawingError`.
    func draw() throws -> ImageBitmap {
        let skin = try skin()
        let sections = [skin, try looks(), try others(detail: skin.crop)]
        let heights = sections.map { section in
            let rows = (section.cells.count + section.columns - 1) / section.columns
            return Self.headingHeight + rows * (cellSize(section).height + Self.labelHeight + Self.margin)
        }
        let size = PictureSize(width: Self.width, height: heights.reduce(Self.margin, +))
        let canvas = SheetCanvas(size: size)
        var top = Self.margin
        for (section, height) in zip(sections, heights) {
            try canvas.text(section.heading, x: Self.margin, y: top, height: Self.headingHeight - 8)
            try draw(section, on: canvas, top: top + Self.headingHeight)
            top += height
        }
        return canvas.bitmap()
    }

    private func draw(_ section: Section, on canvas: SheetCanvas, top: Int) throws {
        let size = cellSize(section)
        for (index, cell) in section.cells.enumerated() {
            let x = Self.margin + index % section.columns * (size.width + Self.margin)
            let y = top + index / section.columns * (size.height + Self.labelHeight + Self.margin)
            let scaled = try StillPicture.scaled(cell.picture, to: size, crop: cell.crop ?? section.crop)
            try canvas.picture(RGBWriter.bitmap(of: scaled), x: x, y: y)
            try canvas.text(cell.name, x: x, y: y + size.height + 2, height: Self.labelHeight - 4)
        }
    }

    private func cellSize(_ section: Section) -> PictureSize {
        let width = (Self.width - Self.margin) / section.columns - Self.margin
        let height = max(2, min(2 * width, width * section.crop.height / section.crop.width))
        return PictureSize(width: width, height: height)
    }

    /// The three families at three levels, beside what went in.
    private func skin() throws -> Section {
        var cells: [Cell] = []
        for family in SkinSmoothing.Family.allCases {
            cells.append(Cell(name: "as it is", picture: picture))
            for level in [1, 3, 5] {
                let settings = SkinSmoothing(family: family, level: level)
                cells.append(Cell(name: "\(family.rawValue) \(level)", picture: try treated(.skin(settings))))
            }
        }
        let strongest = cells[cells.count - 1].picture
        return Section(
            heading: "skin, family and level", columns: 4, crop: SheetFocus.crop(of: picture, changedTo: strongest),
            cells: cells)
    }

    private func looks() throws -> Section {
        let whole = PictureRect(picture.format.size)
        let cells = try Look.builtIn.map { look in
            Cell(name: look.name, picture: try treated(.look(LookSettings(look: look.name))))
        }
        return Section(heading: "look", columns: 6, crop: whole, cells: cells)
    }

    /// Colours, sharpening, corners and what moves, plainer than anybody would want it.
    ///
    /// - Parameter detail: where a sharper picture is seen to be sharper.
    private func others(detail: PictureRect) throws -> Section {
        var cells = [Cell(name: "as it is", picture: picture)]
        for text in ["color:saturation=-0.6", "color:temperature=0.7", "color:hue=60"] {
            cells.append(Cell(name: text, picture: try treated(FilterStep(parsing: text))))
        }
        cells.append(Cell(name: "sharpen:1", picture: try treated(FilterStep(parsing: "sharpen:1")), crop: detail))
        cells.append(
            Cell(name: "vignette:amount=0.8", picture: try treated(FilterStep(parsing: "vignette:amount=0.8"))))
        for effect in EffectSettings.Effect.allCases {
            let settings = EffectSettings(effect, strength: 1)
            cells.append(Cell(name: "effect:\(effect.rawValue),strength=1", picture: try telling(settings)))
        }
        return Section(
            heading: "color, sharpen, vignette, effect", columns: 6, crop: PictureRect(picture.format.size),
            cells: cells)
    }

    private func treated(_ step: FilterStep) throws -> Picture {
        try StillPicture.treated(picture, by: FilterChain.once([step]), at: .zero)
    }

    /// An effect when it shows: when what it does is nearest to two thirds of the most it does within two seconds.
    private func telling(_ settings: EffectSettings) throws -> Picture {
        let filters = try FilterChain.once([.effect(settings)])
        var changes: [(time: MediaTime, change: Int)] = []
        for index in 0..<40 {
            let time = MediaTime.milliseconds(Int64(index * 50))
            let after = try StillPicture.treated(picture, by: filters, at: time)
            changes.append((time, SheetFocus.change(from: picture, to: after)))
        }
        let wanted = 2 * (changes.map(\.change).max() ?? 0) / 3
        let time = changes.min { abs($0.change - wanted) < abs($1.change - wanted) }?.time ?? .zero
        return try StillPicture.treated(picture, by: FilterChain.once([.effect(settings)]), at: time)
    }
}
