import Foundation
import OnAirBeauty
import Testing

@Suite("Files with looks")
struct CubeFileTests {
    private func error(_ text: String) -> String? {
        do throws(FilterError) { _ = try CubeFile(parsing: text, name: "a.cube") } catch {
            return error.kind == .broken ? error.message : nil
        }
        return nil
    }

    @Test("A lattice is read, red fastest, with all that may stand around it")
    func lattice() throws {
        let text =
            "\u{FEFF}# a comment\r\n\r\nTITLE \"Two by two\"\r\n \t LUT_3D_SIZE 2 \r\nDOMAIN_MIN -1 0 0.5\r\nDOMAIN_MAX 2e0 1.0 .75\r\n"
            + "#\r\n0 0 0\r\n1.0E+0\t0 0\r\n+0 1. 0\r\n# in between\r\n1 1 -0.25\r\n0 0 1e-3\r\n1 0 12345678901234567890123e-22\r\n0 1 1\r\n 1 1 1"
        let cube = try CubeFile(parsing: text)
        #expect(cube.title == "Two by two" && cube.shape == .lattice && cube.size == 2)
        #expect(cube.lowest == [-1, 0, 0.5] && cube.highest == [2, 1, 0.75])
        #expect(
            cube.values == [
                [0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, -0.25], [0, 0, 0.001], [1, 0, 1.2345679], [0, 1, 1], [1, 1, 1],
            ])
    }

    @Test("Curves are read, and the range that other programs write")
    func curves() throws {
        let cube = try CubeFile(parsing: "LUT_1D_SIZE 3\rLUT_1D_INPUT_RANGE -0.5 1.5\r0 0 0\r0.5 0.25 1\r1 1 1\r")
        #expect(cube.shape == .curves && cube.values.count == 3)
        #expect(cube.lowest == [-0.5, -0.5, -0.5] && cube.highest == [1.5, 1.5, 1.5])
        let ranged = try CubeFile(
            parsing: CubeText.lattice(2) { $0 }.replacing("DOMAIN_MIN 0.0 0.0 0.0\n", with: "")
                .replacing("DOMAIN_MAX 1.0 1.0 1.0", with: "LUT_3D_INPUT_RANGE 0.0 2.0"))
        #expect(ranged.highest == [2, 2, 2])
    }

    @Test(
        "What is wrong is said with its line and what was expected there",
        arguments: [
            ("# nothing\n\n", "line 2: LUT_1D_SIZE or LUT_3D_SIZE was expected before the end"),
            ("0 0 0\n", "line 1: LUT_1D_SIZE or LUT_3D_SIZE was expected before the first colour"),
            ("LUT_3D_SIZE 66\n", "line 1: a whole number, 2 to 65, was expected as the size"),
            ("LUT_3D_SIZE 1\n", "line 1: a whole number, 2 to 65, was expected as the size"),
            ("LUT_3D_SIZE 2.5\n", "line 1: a whole number, 2 to 65, was expected as the size"),
            ("LUT_1D_SIZE 65537\n", "line 1: a whole number, 2 to 65536, was expected as the size"),
            ("LUT_1D_SIZE -2\n", "line 1: a whole number, 2 to 65536, was expected as the size"),
            ("LUT_1D_SIZE 2 2\n", "line 1: nothing more was expected after LUT_1D_SIZE"),
            ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n", "line 2: a size was not expected once more"),
            ("LUT_1D_SIZE 2\r\n0 0 0\r\n", "line 2: 2 colours were expected, and the text ends after 1"),
            ("LUT_1D_SIZE 2\n0 0 0\n\n1 1 1\n# end\n1 1 1\n", "line 6: the end was expected after 2 colours"),
            ("LUT_1D_SIZE 2\n0 0\n", "line 2: a number was expected"),
            ("LUT_1D_SIZE 2\n0 0 zero\n", "line 2: a number was expected, not “zero”"),
            ("LUT_1D_SIZE 2\n0 0 0,5\n", "line 2: a number was expected, not “0,5”"),
            ("LUT_1D_SIZE 2\n0 0 1e\n", "line 2: a number was expected, not “1e”"),
            ("LUT_1D_SIZE 2\n0 0 -\n", "line 2: a number was expected, not “-”"),
            ("LUT_1D_SIZE 2\n0 0 1e999\n", "line 2: a number within a million was expected"),
            ("LUT_1D_SIZE 2\n0 0 nan\n", "line 2: a number was expected, not “nan”"),
            ("LUT_1D_SIZE 2\n0 0 0 0\n", "line 2: three numbers were expected"),
            ("LUT_1D_SIZE 2\n0 0 0\nTITLE \"x\"\n", "line 3: a colour was expected, not “TITLE”"),
            ("LUT_9D_SIZE 2\n", "line 1: a keyword or three numbers were expected, not “LUT_9D_SIZE”"),
            ("TITLE \"two words\n", "line 1: a quote was expected at the end of the title"),
            ("LUT_1D_SIZE 2 two # 2\n", "line 1: nothing more was expected after LUT_1D_SIZE"),
            ("LUT_1D_SIZE 2\n0 0 # 0\n", "line 2: a number was expected, not “#”"),
            (
                "LUT_1D_SIZE 2\nDOMAIN_MIN 0 0 1\n0 0 0\n1 1 1\n",
                "line 2: DOMAIN_MAX was expected to be greater than DOMAIN_MIN in red, green and blue"
            ),
        ])
    func broken(_ text: String, _ message: String) {
        #expect(error(text) == "a.cube, \(message).")
    }

    @Test("Titles without quotes and comments after what is said are read, as other programs write them")
    func wild() throws {
        let cube = try CubeFile(
            parsing: "TITLE my look \nLUT_1D_SIZE 2 # curves\nDOMAIN_MIN 0 0 0# black\nDOMAIN_MAX 2 2 2 # white\n"
                + "0 0 0 # first\n1 1 1#last\n")
        #expect(cube.title == "my look" && cube.highest == [2, 2, 2] && cube.values == [[0, 0, 0], [1, 1, 1]])
        let titles = [("TITLE", ""), ("TITLE \"a \"b\" c\" # said", "a \"b\" c"), ("TITLE No. #5", "No. #5")]
        for (line, title) in titles {
            #expect(try CubeFile(parsing: "\(line)\nLUT_1D_SIZE 2\n0 0 0\n1 1 1\n").title == title)
        }
    }

    @Test("The largest lattice takes well under a second, and a size that is only claimed takes nothing")
    func speed() throws {
        let text = try #require(Look.builtIn.first).cube(size: 65)
        let started = ContinuousClock.now
        let cube = try CubeFile(parsing: text)
        #expect(ContinuousClock.now - started < .milliseconds(800))
        #expect(cube.values.count == 65 * 65 * 65)
        #expect(error("LUT_3D_SIZE 65\n0 0 0\n") != nil)
    }

    @Test("What is written is read again as it was")
    func writing() throws {
        for look in Look.builtIn {
            let cube = try CubeFile(parsing: look.cube(size: 9))
            #expect(cube.title == look.name && cube.size == 9)
            #expect(try CubeFile(parsing: cube.text) == cube)
        }
        let odd = try CubeFile(parsing: "LUT_1D_SIZE 2\nDOMAIN_MIN -1.5 0 0\n-0.000001 12.5 0.1\n1 1 1\n")
        #expect(try CubeFile(parsing: odd.text) == odd)
    }

    @Test("A file that is not there, is no file or is too long is said to be unreadable")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "looks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func kind(_ path: String) -> FilterError.Kind? {
            do throws(FilterError) { _ = try Look(cubeFile: path) } catch { return error.kind }
            return nil
        }
        func message(_ path: String) -> String? {
            do throws(FilterError) { _ = try Look(cubeFile: path) } catch { return error.message }
            return nil
        }
        #expect(kind(folder.appending(path: "none.cube").path) == .unreadable)
        #expect(kind(folder.path) == .unreadable)
        let file = folder.appending(path: "some.cube")
        try Data("LUT_1D_SIZE 2\n0 0 0\n".utf8).write(to: file)
        #expect(kind(file.path) == .broken)
        try Data("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n".utf8).write(to: file)
        #expect(kind(file.path) == nil)
        try Data(count: CubeFile.greatestLength + 1).write(to: file)
        #expect(kind(file.path) == .unreadable)
        #expect(message(file.path)?.contains("larger than 32 MB") == true)
        try Data().write(to: file)
        #expect(message(file.path) == "\(file.path) is empty: a .cube file was expected.")
        let pipe = folder.appending(path: "pipe.cube").path
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(message(pipe) == "The look \(pipe) is no file.")
    }
}
