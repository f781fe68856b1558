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

/// Parts of a page about a checkpoint or a group of it. Labels show plain text.

QLabel* plainLabel(const QString& words);
QLabel* mutedLabel(const QString& words);
QLabel* numberLabel(const QString& words);
/// Larger than `font`.
QFont titleFont(QFont font);

/// With `beside`, if any, at the other end of its line.
QLabel* addHeading(QBoxLayout& page, const QString& words, QWidget* beside = nullptr);
QGridLayout* addGrid(QBoxLayout& page);
/// Large numbers side by side, as many as fit on a line.
FlowLayout& addFigures(QBoxLayout& page);
/// `exact` is what assistive technology reads, and with the definition of the figure, a sentence, the tooltip.
void addFigure(
    FlowLayout& figures, const QString& number, const QString& exact, const QString& words, const QString& definition);
/// As a row names it.
QString familyName(const std::string& name);
/// Gives names on a page other texts: those that they have once what is staged is saved.
using Renaming = std::function<QString(const TensorFamily& family)>;
using Renamer = std::function<void(const Renaming& nameOf)>;
/// The names after saving; null: as in the files.
Renaming namesAfter(std::shared_ptr<const MovedGroups> moved);

/// A heading and a row for each family of tensors, by the size of each tensor or, by a switch, by that of all of them;
/// nothing without any. A click on a name calls `chosen` with its first tensor, which lives as long as the page.
/// `equalBytes`: what each tensor has, where all have the same; a sentence stands for rows that would all be alike.
/// What it returns renames the rows, as long as the page lives.
Renamer addLargestTensors(QBoxLayout& page, const OpenedCheckpoint& opened, const LargestTensors& largest,
    std::optional<std::uint64_t> equalBytes, std::function<void(std::uint32_t tensor)> chosen);

} // namespace loupe
