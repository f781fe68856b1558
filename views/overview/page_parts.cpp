#include "views/overview/page_parts.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/language/tensor_text.h"
#include "items/tree/moved_groups.h"
#include "views/colors/theme.h"
#include "views/kit/elided_label.h"
#include "views/kit/elided_path.h"
#include "views/kit/flow_layout.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace loupe {

namespace {

constexpr qsizetype longestDType = 60; // characters
constexpr qsizetype longestShared = 120;

class PageText {
    Q_DECLARE_TR_FUNCTIONS(loupe::Page)
};

/// Rows of names with figures. On a narrow page details are hidden in favor of the names, which stay distinct.
class NamedRows : public QWidget {
public:
    NamedRows()
        : m_grid(new QGridLayout(this))
    {
        constexpr int spacing = 12;
        m_grid->setContentsMargins(0, 0, 0, 0);
        m_grid->setHorizontalSpacing(spacing);
        m_grid->setVerticalSpacing(4);
    }
    QGridLayout& grid() { return *m_grid; }
    void addName(LinkButton* name, const TensorFamily& family, int row, int columns)
    {
        m_grid->addWidget(name, row, 0, 1, columns);
        m_names.push_back(name);
        m_families.push_back(family);
        name->installEventFilter(this);
    }
    void addDetail(QWidget* detail, int row, int column)
    {
        m_grid->addWidget(detail, row, column);
        m_details.push_back(detail);
    }
    void rename(const Renaming& nameOf)
    {
        bool isOther = false;
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            const QString name = nameOf(m_families[i]);
            if (shownText(name) == m_names[i]->name())
                continue;
            m_names[i]->setName(name);
            isOther = true;
        }
        if (isOther)
            shortenNames();
    }
    /// Does not limit the page's minimum width.
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange)
            shortenNames();
        return QWidget::eventFilter(watched, event);
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        const bool hasRoom = width() - widthBesideNames() >= wantedNameWidth();
        for (QWidget* const detail : m_details)
            detail->setVisible(hasRoom);
        QWidget::resizeEvent(event);
    }

private:
    /// The width that keeps block and role of most names; less if all names are shorter.
    int wantedNameWidth() const
    {
        constexpr int letters = 38;
        int longest = 0;
        for (const LinkButton* const name : m_names)
            longest = std::max(longest, fontMetrics().horizontalAdvance(name->name()));
        return std::min(longest, letters * fontMetrics().averageCharWidth());
    }
    /// The width of all columns except the names, including details.
    int widthBesideNames() const
    {
        std::map<int, int> widths; // keyed by column
        for (int i = 0; i < m_grid->count(); ++i) {
            int row = 0;
            int column = 0;
            int rows = 0;
            int columns = 0;
            m_grid->getItemPosition(i, &row, &column, &rows, &columns);
            if (const QWidget* const widget = m_grid->itemAt(i)->widget(); widget && column > 0)
                widths[column] = std::max(widths[column], widget->sizeHint().width());
        }
        int all = 0;
        for (const auto& [column, width] : widths)
            all += width + m_grid->horizontalSpacing();
        return all;
    }
    void shortenNames()
    {
        QStringList names;
        std::vector<int> widths;
        for (const LinkButton* const name : m_names) {
            names << name->name();
            widths.push_back(name->width());
        }
        const QStringList texts = elidedPaths(names, fontMetrics(), widths);
        for (std::size_t i = 0; i < m_names.size(); ++i)
            m_names[i]->setShortName(texts[qsizetype(i)]);
    }

    QGridLayout* m_grid;
    std::vector<LinkButton*> m_names;
    std::vector<TensorFamily> m_families; ///< families of the rows
    std::vector<QWidget*> m_details;
};

QLabel* mutedNumber(const QString& words)
{
    QLabel* const label = numberLabel(words);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

QString familyName(const std::string& name)
{
    return toQString(name.empty() ? formatName({}) : name);
}

Renaming namesAfter(std::shared_ptr<const MovedGroups> moved)
{
    return [moved = std::move(moved)](const TensorFamily& family) {
        if (!moved)
            return familyName(family.name);
        if (family.count == 1)
            return familyName(std::string(moved->edits().nameOf(family.first)));
        return familyName(moved->patternAfter(family.first, family.name).value_or(family.name));
    };
}

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

QLabel* addHeading(QBoxLayout& page, const QString& words, QWidget* beside)
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
    return label;
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
    auto* const flow = new FlowLayout({32, 8}, FlowLayout::Form::Columns);
    page.addLayout(flow);
    return *flow;
}

void addFigure(
    FlowLayout& figures, const QString& number, const QString& exact, const QString& words, const QString& definition)
{
    QLabel* const value = plainLabel(number);
    value->setFont(titleFont(value->font()));
    value->setAccessibleName(exact);
    auto* const figure = new QWidget;
    auto* const lines = new QVBoxLayout(figure);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(value);
    lines->addWidget(mutedLabel(words));
    figure->setToolTip(plainToolTip(exact + u'\n' + definition));
    figures.addWidget(figure);
}

namespace {

enum class SizeOf : std::uint8_t { Each, All };

NamedRows* rowsOfFamilies(const OpenedCheckpoint& opened, std::span<const TensorFamily> families, SizeOf sizeOf,
    const std::function<void(std::uint32_t tensor)>& chosen)
{
    const Checkpoint& checkpoint = *opened.checkpoint;
    auto* const rows = new NamedRows;
    QGridLayout* const grid = &rows->grid();
    int row = 0;
    for (const TensorFamily& family : families) {
        const std::uint32_t tensor = family.first;
        const bool isOne = family.count == 1;
        auto* const link = new LinkButton(familyName(family.name));
        QObject::connect(link, &QAbstractButton::clicked, link, [chosen, tensor] { chosen(tensor); });
        rows->addName(link, family, row, isOne ? 2 : 1);
        if (!isOne)
            grid->addWidget(mutedNumber(PageText::tr("×%1").arg(groupedCount(family.count))), row, 1);
        rows->addDetail(plainLabel(shownText(checkpoint.dtypeName(tensor), longestDType)), row, 2);
        rows->addDetail(numberLabel(shownShape(checkpoint.tensors[tensor].shape)), row, 3);
        const QString all = toQString(formatBytes(family.bytes));
        const QString each = toQString(formatBytes(family.each));
        QLabel* const size = numberLabel(sizeOf == SizeOf::Each ? each : all);
        grid->addWidget(size, row, 4);
        if (!isOne) {
            grid->addWidget(mutedLabel(sizeOf == SizeOf::Each ? PageText::tr("each") : PageText::tr("in all")), row, 5);
            size->setToolTip(plainToolTip(
                sizeOf == SizeOf::Each ? PageText::tr("%1 in all").arg(all) : PageText::tr("%1 each").arg(each)));
        }
        if (const SharedTensor* const shared = isOne ? findShared(opened.shared, tensor) : nullptr) {
            auto* const with = new ElidedLabel(shownText(sharedWithText(checkpoint, *shared), longestShared));
            with->setMuted(true);
            with->setContentsMargins(16, 0, 0, 0);
            grid->addWidget(with, ++row, 0, 1, 6);
        }
        ++row;
    }
    grid->setColumnStretch(0, 1);
    return rows;
}

} // namespace

Renamer addLargestTensors(QBoxLayout& page, const OpenedCheckpoint& opened, const LargestTensors& largest,
    std::optional<std::uint64_t> equalBytes, std::function<void(std::uint32_t tensor)> chosen)
{
    if (largest.bySize.empty())
        return {};
    constexpr std::size_t fewRows = 4;
    const std::span families = largest.byTotal;
    const bool areAlike = equalBytes && families.size() > fewRows && families.front().bytes == families.back().bytes;
    if (areAlike) {
        addHeading(page, PageText::tr("Largest tensors"));
        const std::uint64_t count = opened.checkpoint->tensors.size();
        page.addWidget(plainLabel(PageText::tr("All %1 tensor(s) have %2 each.", nullptr, pluralOf(count))
                                      .arg(groupedCount(count), toQString(formatBytes(*equalBytes)))));
        return {};
    }
    const bool areSeveral = std::ranges::any_of(families, [](const TensorFamily& family) { return family.count > 1; });
    NamedRows* const bySize = rowsOfFamilies(opened, largest.bySize, SizeOf::Each, chosen);
    if (!areSeveral) {
        addHeading(page, PageText::tr("Largest tensors"));
        page.addWidget(bySize);
        return [bySize](const Renaming& nameOf) { bySize->rename(nameOf); };
    }
    NamedRows* const byTotal = rowsOfFamilies(opened, families, SizeOf::All, chosen);
    auto* const other = new LinkButton(PageText::tr("Show largest families"));
    QLabel* const heading = addHeading(page, PageText::tr("Largest tensors"), other);
    page.addWidget(bySize);
    page.addWidget(byTotal);
    byTotal->hide();
    QObject::connect(other, &QAbstractButton::clicked, other, [=] {
        const bool showsFamilies = byTotal->isHidden();
        bySize->setHidden(showsFamilies);
        byTotal->setHidden(!showsFamilies);
        heading->setText(showsFamilies ? PageText::tr("Largest families") : PageText::tr("Largest tensors"));
        other->setName(showsFamilies ? PageText::tr("Show largest tensors") : PageText::tr("Show largest families"));
    });
    return [=](const Renaming& nameOf) {
        bySize->rename(nameOf);
        byTotal->rename(nameOf);
    };
}

} // namespace loupe
