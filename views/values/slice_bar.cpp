#include "views/values/slice_bar.h"

#include "core/tensor.h"
#include "core/text/place.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/kit/flow_layout.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

/// A spin box of whole numbers; QSpinBox ends at 2^31. Exact up to 2^53, more elements than any file holds.
QDoubleSpinBox* makeBox(double least, double most)
{
    auto* const box = new QDoubleSpinBox;
    box->setDecimals(0);
    box->setRange(least, most);
    box->setKeyboardTracking(false);
    return box;
}

} // namespace

std::uint64_t squareColumns(std::uint64_t count)
{
    constexpr std::uint64_t oneRow = 64;
    constexpr std::uint64_t mostTries = 1 << 16;
    if (count <= oneRow)
        return std::max<std::uint64_t>(count, 1);
    const auto side = std::uint64_t(std::ceil(std::sqrt(double(count))));
    for (std::uint64_t columns = side; columns < side + std::min(3 * side, mostTries); ++columns) {
        if (count % columns == 0)
            return columns;
    }
    return side;
}

SliceBar::SliceBar(QWidget* parent)
    : QWidget(parent)
    , m_rowLabel(new QLabel(tr("Rows")))
    , m_columnLabel(new QLabel(tr("Columns")))
    , m_foldLabel(new QLabel(tr("Values per row")))
    , m_rowBox(new QComboBox)
    , m_columnBox(new QComboBox)
    , m_foldBox(makeBox(1, 1000))
    , m_flow(new FlowLayout({8, 8}))
{
    m_rowBox->setAccessibleName(tr("Axis shown as rows"));
    m_columnBox->setAccessibleName(tr("Axis shown as columns"));
    m_foldBox->setAccessibleName(tr("Values per row"));
    setLayout(m_flow);
    for (const auto& [label, box] :
        {std::pair<QLabel*, QWidget*>(m_rowLabel, m_rowBox), {m_columnLabel, m_columnBox}, {m_foldLabel, m_foldBox}}) {
        auto* const together = new QHBoxLayout;
        together->setSpacing(8);
        together->addWidget(label);
        together->addWidget(box);
        m_flow->addLayout(together);
    }
    for (QComboBox* const box : {m_rowBox, m_columnBox})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents); // another tensor's axes may be longer

    connect(m_rowBox, &QComboBox::activated, this, [this] { chooseAxis(m_rowBox, m_columnBox); });
    connect(m_columnBox, &QComboBox::activated, this, [this] { chooseAxis(m_columnBox, m_rowBox); });
    connect(m_foldBox, &QDoubleSpinBox::valueChanged, this, &SliceBar::changed);
    setShape({});
}

void SliceBar::offerFoldColumns(int columns)
{
    m_foldOffered = true;
    m_foldBox->setValue(columns);
    setShape(std::vector(m_shape));
}

QString SliceBar::axisText(std::size_t axis) const
{
    return tr("axis %1 (%2)").arg(axis).arg(toQString(formatCount(m_shape[axis])));
}

void SliceBar::setShape(std::span<const std::uint64_t> shape)
{
    m_shape.assign(shape.begin(), shape.end());
    m_axes = longAxes(m_shape);
    m_index.assign(m_shape.size(), 0);
    m_rowBox->clear();
    m_columnBox->clear();
    if (!isFolded()) {
        // The two longest axes, and the last ones among equals: a matrix of a stack, or the channels of kernels.
        std::vector<std::size_t> byLength(m_axes.rbegin(), m_axes.rend());
        std::stable_sort(
            byLength.begin(), byLength.end(), [this](std::size_t a, std::size_t b) { return m_shape[a] > m_shape[b]; });
        const auto [row, column] = std::minmax(byLength[0], byLength[1]);
        for (const std::size_t axis : m_axes) {
            m_rowBox->addItem(axisText(axis), QVariant::fromValue(quint64(axis)));
            m_columnBox->addItem(axisText(axis), QVariant::fromValue(quint64(axis)));
        }
        m_rowBox->setCurrentIndex(m_rowBox->findData(QVariant::fromValue(quint64(row))));
        m_columnBox->setCurrentIndex(m_columnBox->findData(QVariant::fromValue(quint64(column))));
    }
    const bool folds = isFolded() && m_foldOffered && elementCount(m_shape).value_or(0) > 1;
    for (QWidget* const widget : std::initializer_list<QWidget*>{m_rowLabel, m_rowBox, m_columnLabel, m_columnBox})
        widget->setVisible(!isFolded());
    m_foldLabel->setVisible(folds);
    m_foldBox->setVisible(folds);
    makePlaces();
    setVisible(!isFolded() || folds);
}

std::vector<QWidget*> SliceBar::controls() const
{
    return {m_rowBox, m_columnBox, m_foldBox};
}

std::size_t SliceBar::rowAxis() const
{
    return std::size_t(m_rowBox->currentData().toULongLong());
}

std::size_t SliceBar::columnAxis() const
{
    return std::size_t(m_columnBox->currentData().toULongLong());
}

Slice SliceBar::sliceOf(std::span<const std::uint64_t> shape) const
{
    if (!isFolded())
        return Slice::across(shape, rowAxis(), columnAxis(), m_index).value_or(Slice());
    const std::uint64_t columns =
        m_foldOffered ? std::uint64_t(m_foldBox->value()) : squareColumns(elementCount(m_shape).value_or(0));
    return Slice::folded(elementCount(shape).value_or(0), columns);
}

void SliceBar::include(std::uint64_t element)
{
    const std::vector<std::uint64_t> index = indexOf(m_shape, element);
    if (isFolded() || slice().find(element))
        return;
    m_index = index;
    makePlaces();
    emit changed();
}

/// The same axis cannot be used for both, so the other box takes the previous axis of this one.
void SliceBar::chooseAxis(QComboBox* chosen, QComboBox* other)
{
    if (chosen->currentIndex() == other->currentIndex()) {
        std::vector<int> free;
        for (int item = 0; item < chosen->count(); ++item) {
            if (item != chosen->currentIndex())
                free.push_back(item);
        }
        const int before = chosen->property("before").toInt();
        other->setCurrentIndex(before == chosen->currentIndex() ? free.front() : before);
    }
    makePlaces();
    emit changed();
}

void SliceBar::makePlaces()
{
    for (QDoubleSpinBox* const box : m_placeBoxes) {
        box->hide();
        box->deleteLater();
    }
    m_placeBoxes.clear();
    m_rowBox->setProperty("before", m_rowBox->currentIndex());
    m_columnBox->setProperty("before", m_columnBox->currentIndex());
    if (isFolded())
        return;
    for (const std::size_t axis : m_axes) {
        if (axis == rowAxis() || axis == columnAxis())
            continue;
        QDoubleSpinBox* const box = makeBox(0, double(m_shape[axis] - 1));
        box->setPrefix(tr("axis %1: ").arg(axis));
        box->setAccessibleName(tr("Place on axis %1").arg(axis));
        box->setToolTip(tr("Place on axis %1, from 0 to %2").arg(axis).arg(toQString(formatCount(m_shape[axis] - 1))));
        box->setValue(double(m_index[axis]));
        connect(box, &QDoubleSpinBox::valueChanged, this, [this, axis](double value) {
            m_index[axis] = std::uint64_t(value);
            emit changed();
        });
        m_flow->addWidget(box);
        box->show();
        QWidget* const before = m_placeBoxes.empty() ? m_foldBox : m_placeBoxes.back();
        QWidget::setTabOrder(before, box);
        m_placeBoxes.push_back(box);
    }
}

} // namespace loupe
