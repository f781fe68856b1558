#include "views/dtype_mix.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "views/plain_text.h"
#include "views/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int barHeight = 16;
constexpr int swatchSize = 12;

/// One or more colours side by side, as wide as their weights.
class ColorBar : public QWidget {
public:
    struct Part {
        DType dtype;
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
            // A hairline between neighbours, so that shades of one hue do not run together.
            const int gap = right < width() && right - left > 3 ? 1 : 0;
            painter.fillRect(left, 0, std::max(1, right - left - gap), height(), theme.colorOf(part.dtype));
        }
    }

private:
    std::vector<Part> m_parts;
};

QLabel* cell(const QString& text, Qt::Alignment alignment, bool number)
{
    auto* const label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setAlignment(alignment | Qt::AlignVCenter);
    if (number)
        label->setFont(monospaceFont());
    return label;
}

} // namespace

DTypeMix::DTypeMix(const std::vector<OverviewFacts::DTypeShare>& shares, QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Types"));
    std::uint64_t total = 0;
    std::vector<ColorBar::Part> parts;
    for (const auto& share : shares) {
        total += share.sums.bytes;
        if (share.sums.bytes > 0)
            parts.push_back({share.dtype, double(share.sums.bytes)});
    }
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(5, 1);
    if (!parts.empty()) {
        grid->addWidget(new ColorBar(std::move(parts), {64, barHeight}), 0, 0, 1, 6);
        grid->setRowMinimumHeight(1, 4);
    }
    int row = 2;
    for (const auto& share : shares) {
        auto* const swatch = new ColorBar({{share.dtype, 1}}, {swatchSize, swatchSize});
        swatch->setFixedWidth(swatchSize);
        grid->addWidget(swatch, row, 0, Qt::AlignVCenter);
        grid->addWidget(cell(printableText(toQString(share.name)), Qt::AlignLeft, false), row, 1);
        const double part = total > 0 ? double(share.sums.bytes) / double(total) : 0;
        grid->addWidget(cell(toQString(formatShare(part)), Qt::AlignRight, true), row, 2);
        grid->addWidget(cell(toQString(formatBytes(share.sums.bytes)), Qt::AlignRight, true), row, 3);
        const QString tensors = toQString(counted(share.sums.tensors, "tensor"));
        grid->addWidget(cell(toQString(formatShort(share.sums.elements)), Qt::AlignRight, true), row, 4);
        QLabel* const hint = cell(tr("elements in %1").arg(tensors), Qt::AlignLeft, false);
        hint->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(hint, row, 5);
        ++row;
    }
}

} // namespace loupe
