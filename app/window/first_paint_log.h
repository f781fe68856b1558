#pragma once

namespace loupe {

class MainWindow;

/// Where the logging category "tensorloupe.start" is on (QT_LOGGING_RULES="tensorloupe.start=true"): says "tree
/// painted" once the window has painted rows for the first time. A way to measure how long a start takes.
void logFirstPaint(MainWindow& window);

} // namespace loupe
