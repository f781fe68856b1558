#include "views/overview/dtype_mix.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
#include "views/kit/plain_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

constexpr int barHeight = 16;
constexpr int mixSwatchSize = 12;
constexpr std::size_t mostRows = 24; // a file may have a different dtype name for each tensor

/// A bar of colors whose widths are proportional to their weights.
class ColorBar : public QWidget {
public:
    struct Part {
        DType dtype;
        std::optional<double> shade; ///< for a quantized type
        double weight;
    };

    ColorBar(std::vector<Part> parts, QSize size)
        : m_parts(std::move(parts))
    {
        setMinimumSize(size);
        setFixedHeight(size.height());
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Theme& theme = Theme::of(palette());
        double total = 0;
        for (const Part& part : m_parts)
            total += part.weight;
        double before = 0;
        for (const Part& part : m_parts) {
            const int left = int(std::round(before / total * width()));
            before += part.weight;
            const int right = int(std::round(before / total * width()));
            // A hairline between neighbors keeps shades of one hue apart.
            const int gap = right < width() && right - left > 3 ? 1 : 0;
            painter.fillRect(left, 0, std::max(1, right - left - gap), height(),
                part.shade ? theme.colorOfQuantized(*part.shade) : theme.colorOf(part.dtype));
        }
    }

private:
    std::vector<Part> m_parts;
};

/// Shows as much as fits: everything, the first part, or nothing.
class Hint : public ElidedLabel {
public:
    Hint(QString part, QString whole)
        : m_part(std::move(part))
        , m_whole(std::move(whole))
    {
        setMuted(true);
        setElideMode(Qt::ElideRight);
        setText(m_whole);
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        ElidedLabel::resizeEvent(event);
        const auto fits = [this](const QString& text) { return fontMetrics().horizontalAdvance(text) <= width(); };
        setText(fits(m_whole) ? m_whole : fits(m_part) ? m_part : QString());
        setToolTip(plainToolTip(m_whole));
    }
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    /// Depends only on the full text, so that eliding does not change the available room.
    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(m_whole) + 1, ElidedLabel::sizeHint().height()};
    }

private:
    QString m_part;
    QString m_whole;
};

QLabel* numberCell(const std::string& text)
{
    auto* const label = new QLabel(toQString(text));
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    label->setFont(monospaceFont());
    return label;
}

struct Row {
    QString name;
    DType dtype;
    std::optional<double> shade; ///< for a quantized type
    std::optional<double> storedBits; ///< for a quantized type, per element
    NameTree::Sums sums;
};

std::optional<double> storedBits(const OverviewFacts::DTypeShare& share)
{
    if (!share.isQuantized || share.sums.elements == 0)
        return std::nullopt;
    return double(share.sums.bytes) * 8 / double(share.sums.elements);
}

std::optional<double> shadeOf(const OverviewFacts::DTypeShare& share)
{
    return share.isQuantized ? std::optional(share.shade) : std::nullopt;
}

/// A quantized type may have decoded weights, and others that cannot be decoded.
QString nameOf(const OverviewFacts::DTypeShare& share)
{
    constexpr qsizetype longestName = 60;
    const QString name = shownText(share.name, longestName);
    return share.dtype == DType::Opaque ? DTypeMix::tr("%1, not decoded", "dtype").arg(name) : name;
}

/// The largest dtypes, and a last row with the total of the others.
std::vector<Row> rowsOf(const std::vector<OverviewFacts::DTypeShare>& shares)
{
    const std::size_t own = shares.size() <= mostRows ? shares.size() : mostRows - 1;
    std::vector<Row> rows;
    for (std::size_t number = 0; number < own; ++number)
        rows.push_back({nameOf(shares[number]), shares[number].dtype, shadeOf(shares[number]),
            storedBits(shares[number]), shares[number].sums});
    if (own < shares.size()) {
        rows.push_back(
            {DTypeMix::tr("and %1 more").arg(toQString(formatCount(shares.size() - own))), DType::Opaque, {}, {}, {}});
        for (std::size_t number = own; number < shares.size(); ++number)
            rows.back().sums.add(shares[number].sums);
    }
    return rows;
}

} // namespace

DTypeMix::DTypeMix(const std::vector<OverviewFacts::DTypeShare>& shares, QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Types"));
    std::uint64_t total = 0;
    for (const auto& share : shares)
        total = checkedAdd(total, share.sums.bytes).value_or(std::numeric_limits<std::uint64_t>::max());
    const std::vector<Row> rows = rowsOf(shares);
    std::vector<ColorBar::Part> parts;
    for (const Row& row : rows) {
        if (row.sums.bytes > 0)
            parts.push_back({row.dtype, row.shade, double(row.sums.bytes)});
    }
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(5, 1);
    if (!parts.empty()) {
        grid->addWidget(new ColorBar(std::move(parts), {64, barHeight}), 0, 0, 1, 6);
        grid->setRowMinimumHeight(1, 4);
    }
    int line = 2;
    for (const Row& row : rows) {
        auto* const swatch = new ColorBar({{row.dtype, row.shade, 1}}, {mixSwatchSize, mixSwatchSize});
        swatch->setFixedWidth(mixSwatchSize);
        grid->addWidget(swatch, line, 0, Qt::AlignVCenter);
        auto* const name = new ElidedLabel(row.name);
        name->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        grid->addWidget(name, line, 1);
        const double part = total > 0 ? double(row.sums.bytes) / double(total) : 0;
        const auto addNumber = [&](const std::string& text, int column, const QString& definition) {
            QLabel* const cell = numberCell(text);
            cell->setToolTip(plainToolTip(definition));
            grid->addWidget(cell, line, column);
        };
        addNumber(formatShare(part), 2, tr("Share of the bytes of all tensors"));
        addNumber(formatBytes(row.sums.bytes), 3,
            tr("%1 in tensors of this type", "bytes").arg(byteCountText(row.sums.bytes)));
        const QString tensors = tensorCountText(row.sums.tensors);
        auto* const elements = new QLabel(shortParameterText(row.sums.elements));
        elements->setTextFormat(Qt::PlainText);
        elements->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        elements->setToolTip(
            plainToolTip(tr("%1 in tensors of this type", "elements").arg(elementCountText(row.sums.elements))));
        grid->addWidget(elements, line, 4);
        grid->addWidget(
            new Hint(tensors,
                row.storedBits ? tr("%1 · %2 bits each").arg(tensors, QString::number(*row.storedBits, 'g', 4))
                               : tensors),
            line, 5);
        ++line;
    }
}

} // namespace loupe
