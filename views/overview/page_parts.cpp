#include "views/overview/page_parts.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/language/tensor_text.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
#include "views/kit/flow_layout.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

constexpr qsizetype longestDType = 60; // characters
constexpr qsizetype longestShared = 120;

class PageText {
    Q_DECLARE_TR_FUNCTIONS(loupe::Page)
};

QLabel* mutedNumber(const QString& words)
{
    QLabel* const label = numberLabel(words);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

QLabel* plainLabel(const QString& words)
{
    auto* const label = new QLabel(words);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* mutedLabel(const QString& words)
{
    QLabel* const label = plainLabel(words);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QLabel* numberLabel(const QString& words)
{
    QLabel* const label = plainLabel(words);
    label->setFont(monospaceFont());
    label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    return label;
}

QFont titleFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 1.4);
    return font;
}

void addHeading(QBoxLayout& page, const QString& words, QWidget* beside)
{
    QLabel* const label = plainLabel(words);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    page.addSpacing(24);
    auto* const line = new QHBoxLayout;
    line->addWidget(label, 1);
    if (beside)
        line->addWidget(beside);
    page.addLayout(line);
    page.addSpacing(8);
}

QGridLayout* addGrid(QBoxLayout& page)
{
    auto* const grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    page.addLayout(grid);
    return grid;
}

FlowLayout& addFigures(QBoxLayout& page)
{
    page.addSpacing(16);
    auto* const flow = new FlowLayout({32, 8});
    page.addLayout(flow);
    return *flow;
}

void addFigure(FlowLayout& figures, const QString& number, const QString& exact, const QString& words)
{
    QLabel* const value = plainLabel(number);
    value->setFont(titleFont(value->font()));
    value->setToolTip(plainToolTip(exact));
    value->setAccessibleName(exact);
    auto* const figure = new QWidget;
    auto* const lines = new QVBoxLayout(figure);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(value);
    lines->addWidget(mutedLabel(words));
    figures.addWidget(figure);
}

void addLargestTensors(QBoxLayout& page, const OpenedCheckpoint& opened, std::span<const LargestTensors> tensors,
    std::optional<std::uint64_t> equalBytes, std::function<void(std::uint32_t tensor)> chosen)
{
    if (tensors.empty())
        return;
    const Checkpoint& checkpoint = *opened.checkpoint;
    const bool areAlike = equalBytes && tensors.size() > 1 && tensors.front().bytes == tensors.back().bytes;
    const bool areSeveral = std::ranges::any_of(tensors, [](const LargestTensors& role) { return role.count > 1; });
    addHeading(page, PageText::tr("Largest tensors"),
        areSeveral && !areAlike ? mutedLabel(PageText::tr("by total size")) : nullptr);
    if (areAlike) {
        const std::uint64_t count = checkpoint.tensors.size();
        page.addWidget(plainLabel(PageText::tr("All %1 tensor(s) have %2 each.", nullptr, pluralOf(count))
                                      .arg(groupedCount(count), toQString(formatBytes(*equalBytes)))));
        return;
    }
    QGridLayout* const grid = addGrid(page);
    constexpr int narrowSpacing = 12; // five columns have room in a window of 900 pixels
    grid->setHorizontalSpacing(narrowSpacing);
    int row = 0;
    for (const LargestTensors& role : tensors) {
        const std::uint32_t tensor = role.first;
        const Tensor& largest = checkpoint.tensors[tensor];
        auto* const link = new LinkButton(toQString(role.name.empty() ? formatName({}) : role.name));
        QObject::connect(link, &QAbstractButton::clicked, link, [chosen, tensor] { chosen(tensor); });
        grid->addWidget(link, row, 0, 1, role.count > 1 ? 1 : 2);
        if (role.count > 1)
            grid->addWidget(mutedNumber(PageText::tr("×%1").arg(groupedCount(role.count))), row, 1);
        grid->addWidget(plainLabel(shownText(checkpoint.dtypeName(tensor), longestDType)), row, 2);
        grid->addWidget(numberLabel(shownShape(largest.shape)), row, 3);
        QLabel* const size = numberLabel(toQString(formatBytes(role.bytes)));
        if (role.count > 1)
            size->setToolTip(plainToolTip(PageText::tr("%1 each").arg(toQString(formatBytes(fileBytes(largest))))));
        grid->addWidget(size, row, 4);
        if (const SharedTensor* const shared = role.count == 1 ? findShared(opened.shared, tensor) : nullptr) {
            auto* const with = new ElidedLabel(shownText(sharedWithText(checkpoint, *shared), longestShared));
            with->setMuted(true);
            with->setContentsMargins(16, 0, 0, 0);
            grid->addWidget(with, ++row, 0, 1, 5);
        }
        ++row;
    }
    grid->setColumnStretch(0, 1);
}

} // namespace loupe
