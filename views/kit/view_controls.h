#pragma once

#include <QString>

#include <cstdint>
#include <utility>
#include <vector>

class QComboBox;
class QToolButton;
class QWidget;

namespace loupe {

// Controls shared by several views of values.

/// A flat button of the bar above a picture.
QToolButton* makeBarButton(const QString& text, const QString& toolTip);

/// Shows all of a heat map.
QToolButton* makeFitButton();

/// Restarts a job that was stopped or has failed; initially hidden.
QToolButton* makeComputeButton(const QString& toolTip);
/// Shows the compute button. `bytes`: fetched over the network; mentioned in its text if more than 0.
void offerToCompute(QToolButton& button, std::uint64_t bytes = 0);

/// A choice of the parts of complex numbers, in the order of ComplexPart; initially hidden.
QComboBox* makePartBox(bool withMagnitude);

/// Fills a box with choices, each with a tooltip. `name` is for assistive technology.
void fillBox(QComboBox& box, const QString& name, const std::vector<std::pair<QString, QString>>& choices);

/// Keeps the widget's room while it is hidden, so that nothing jumps.
void keepPlace(QWidget& widget);

} // namespace loupe
