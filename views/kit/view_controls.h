#pragma once

#include <QString>

#include <cstdint>
#include <utility>
#include <vector>

class QComboBox;
class QToolButton;
class QWidget;

namespace loupe {

// Controls that several views of values have.

/// A flat button of the bar above a picture.
QToolButton* makeBarButton(const QString& text, const QString& toolTip);

/// Shows all of a heat map.
QToolButton* makeFitButton();

/// Begins what was stopped, or failed, after all; hidden until then.
QToolButton* makeComputeButton(const QString& toolTip);
/// Shows it. `bytes`: how many it fetches over the network, which it says where they are more than 0.
void offerToCompute(QToolButton& button, std::uint64_t bytes = 0);

/// The parts of complex numbers, in the order of ComplexPart; hidden until there are such numbers.
QComboBox* makePartBox(bool withMagnitude);

/// The choices of a box, each with its tooltip; `name` for assistive technology.
void fillBox(QComboBox& box, const QString& name, const std::vector<std::pair<QString, QString>>& choices);

/// Nothing jumps when it comes or goes.
void keepPlace(QWidget& widget);

} // namespace loupe
