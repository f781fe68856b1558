#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace loupe {

/// Asks where to save a file of the kind that `suffix` names, without its dot; `subject` suggests a name. Returns at
/// once; calls `chosen` with the path where there is one.
void askWhereToSave(QWidget& parent, const QString& title, const QString& subject, const QString& suffix,
    std::function<void(const QString& path)> chosen);

/// A file name of letters, digits, dots, dashes and underlines that resembles `subject`, which may come from a file and
/// is no path.
QString fileNameFor(const QString& subject, const QString& suffix);

} // namespace loupe
