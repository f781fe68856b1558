#pragma once

#include "items/session/largest_tensors.h"
#include "items/session/opened_checkpoint.h"

#include <QFont>
#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

class QBoxLayout;
class QGridLayout;
class QLabel;
class QWidget;

namespace loupe {

class FlowLayout;
class MovedGroups;

/// Building blocks of the pages about a checkpoint or a group. Labels show plain text.

QLabel* plainLabel(const QString& words);
QLabel* mutedLabel(const QString& words);
QLabel* numberLabel(const QString& words);
/// `font`, enlarged for titles.
QFont titleFont(QFont font);

/// Adds a heading, with `beside`, if any, at the other end of its line.
QLabel* addHeading(QBoxLayout& page, const QString& words, QWidget* beside = nullptr);
QGridLayout* addGrid(QBoxLayout& page);
/// Adds a row of large numbers, as many per line as fit.
FlowLayout& addFigures(QBoxLayout& page);
/// `exact` is read by assistive technology. Together with `definition`, a sentence, it is the tooltip.
void addFigure(
    FlowLayout& figures, const QString& number, const QString& exact, const QString& words, const QString& definition);
/// The name of a family in a row.
QString familyName(const std::string& name);
/// Renames the entries of a page to their names after saving the pending edits.
using Renaming = std::function<QString(const TensorFamily& family)>;
using Renamer = std::function<void(const Renaming& nameOf)>;
/// The names after saving. Null: the names in the files.
Renaming namesAfter(std::shared_ptr<const MovedGroups> moved);

/// Adds a heading and a row for each tensor family, sorted by the size of one tensor or, with a switch, of the whole
/// family; nothing if there are none. Clicking a name calls `chosen`, which must live as long as the page, with the
/// family's first tensor. `equalBytes`: the size of every tensor if all are equal; a sentence then replaces the rows,
/// which would all be alike. The returned function renames the rows while the page exists.
Renamer addLargestTensors(QBoxLayout& page, const OpenedCheckpoint& opened, const LargestTensors& largest,
    std::optional<std::uint64_t> equalBytes, std::function<void(std::uint32_t tensor)> chosen);

} // namespace loupe
