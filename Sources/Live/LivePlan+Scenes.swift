import OnAir
import OnAirMedia

extension LivePlan {
    /// Reads what the scenes show that are not shown first, so that a fault is known now and not when their key is pressed.
    ///
    /// - Throws: `BroadcastError` with code `.invalidScene` that names the scene.
    package func checkScenes() async throws(BroadcastError) {
        guard scenes.count > 1 else { return }
        let (scenes, configuration) = (scenes, configuration)
        let fault: BroadcastError? = await withCheckedContinuation { continuation in
            SerialThread.start(name: "onair-scenes") {
                for scene in scenes where scene.scene != configuration.scene {
                    do throws(BroadcastError) {
                        try scene.scene.checkContents(in: configuration)
                    } catch {
                        let named = BroadcastError(
                            code: error.broadcastCode, message: "Scene “\(scene.name)”: \(error.message)",
                            advice: error.advice)
                        return continuation.resume(returning: named)
                    }
                }
                continuation.resume(returning: nil)
            }
        }
        if let fault { throw fault }
    }
}
