#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace loupe {

/// Asks where to save a file with this suffix, given without its dot. The suggested name is derived from `subject`.
/// Returns immediately; calls `chosen` with the path if the user confirms.
void askWhereToSave(QWidget& parent, const QString& title, const QString& subject, const QString& suffix,
    std::function<void(const QString& path)> chosen);

/// A file name of letters, digits, dots, dashes and underlines that resembles `subject`, which may come from a file and
/// is not a path.
QString fileNameFor(const QString& subject, const QString& suffix);

} // namespace loupe
