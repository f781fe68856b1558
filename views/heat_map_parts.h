#pragma once

#include <QString>

#include <utility>
#include <vector>

class QComboBox;
class QToolButton;
class QWidget;

namespace loupe {

// Controls that every heat map has.

/// A flat button of the bar above a picture.
QToolButton* makeBarButton(const QString& text, const QString& toolTip);

/// In the order of ComplexPart.
QComboBox* makePartBox();

/// The choices of a box, each with its tooltip; `name` for assistive technology.
void fillBox(QComboBox& box, const QString& name, const std::vector<std::pair<QString, QString>>& choices);

/// Nothing jumps when it comes or goes.
void keepPlace(QWidget& widget);

} // namespace loupe
