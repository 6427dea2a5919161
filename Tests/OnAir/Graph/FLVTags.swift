import Foundation

/// The tags of an FLV file, read from its description alone (Adobe FLV 10.1, Annex E.4).
struct FLVTags: Sequence {
    struct Tag {
        let isVideo: Bool
        /// Milliseconds.
        let time: Int
        let body: Data

        var isKeyframe: Bool { body.first.map { $0 >> 4 == 1 } ?? false }
        /// Not a sequence header.
        var isPicture: Bool { body.count > 1 && body[body.startIndex + 1] == 1 }
    }

    private let tags: [Tag]

    init(_ file: Data) {
        var tags: [Tag] = []
        var rest = file.dropFirst(9 + 4)
        while rest.count > 11 {
            let head = Array(rest.prefix(11)).map(Int.init)
            let size = head[1] << 16 | head[2] << 8 | head[3]
            let time = head[7] << 24 | head[4] << 16 | head[5] << 8 | head[6]
            tags.append(Tag(isVideo: head[0] == 9, time: time, body: rest.dropFirst(11).prefix(size)))
            rest = rest.dropFirst(11 + size + 4)
        }
        self.tags = tags
    }

    func makeIterator() -> IndexingIterator<[Tag]> { tags.makeIterator() }
}
