#pragma once

namespace loupe {

class MainWindow;

/// Logs "tree painted" when the window has painted rows for the first time, if the logging category "tensorloupe.start"
/// is enabled (QT_LOGGING_RULES="tensorloupe.start=true"). Used to measure the startup time.
void logFirstPaint(MainWindow& window);

} // namespace loupe
