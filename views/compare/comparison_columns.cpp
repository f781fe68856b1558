#include "views/compare/comparison_columns.h"

#include "items/compare/comparison_model.h"
#include "views/colors/theme.h"
#include "views/compare/comparison_delegate.h"
#include "views/kit/column_menu.h"
#include "views/kit/indented_tree.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

constexpr int titleRoom = 8; // next to a title
/// Samples of the widest usual text in each column.
constexpr std::array<const char*, ComparisonModel::ColumnCount> pairSamples{"", "2 changed, 1 only in A", "BF16 → F16",
    "[4096, 11008]", "16,777,216 (99.9 %)", "1.234e-05", "1.234e-05", "−0.9999999", "1.234e-05", "1.234e-05",
    "1,234,567", "16,777,216", "B: 16,777,216", "−12.345", "16 → 4.512"};
/// The columns after the status, from left to right: results first, then properties of the tensors, which seldom differ
/// within a tree.
constexpr std::array columnOrder{ComparisonModel::RelativeL2, ComparisonModel::Maximum, ComparisonModel::Nonfinite,
    ComparisonModel::SignalToNoise, ComparisonModel::BitsPerWeight, ComparisonModel::Mean, ComparisonModel::Rms,
    ComparisonModel::Differing, ComparisonModel::FirstDifference, ComparisonModel::Ulp, ComparisonModel::Cosine,
    ComparisonModel::DType, ComparisonModel::Shape};
/// Hidden by default: they add little to the others and take room from names.
constexpr std::array hiddenFirst{ComparisonModel::Mean, ComparisonModel::Rms, ComparisonModel::Ulp,
    ComparisonModel::FirstDifference, ComparisonModel::Nonfinite, ComparisonModel::SignalToNoise,
    ComparisonModel::BitsPerWeight};

/// Columns that are hidden if they have no content for any pair.
struct TellingColumn {
    int column;
    bool (ComparisonModel::*tells)() const;
};
constexpr std::array telling{
    TellingColumn{ComparisonModel::Nonfinite, &ComparisonModel::hasOneSidedNonfinite},
    TellingColumn{ComparisonModel::SignalToNoise, &ComparisonModel::hasPrecisionCost},
    TellingColumn{ComparisonModel::BitsPerWeight, &ComparisonModel::hasPrecisionCost},
};

// The saved state ends with a character whose bits are flags.
constexpr char firstFlags = '0';
constexpr unsigned widthChosen = 1; // the next bits are those of m_chosen

} // namespace

ComparisonColumns::ComparisonColumns(IndentedTree& view, const ComparisonModel& model)
    : QObject(&view)
    , m_view(view)
    , m_model(model)
{
    int place = header().visualIndex(ComparisonModel::Status);
    for (const int column : columnOrder)
        header().moveSection(header().visualIndex(column), ++place);
    for (const int column : hiddenFirst)
        m_view.setColumnHidden(column, true);
    setDefaultWidths();
    header().setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&header(), &QWidget::customContextMenuRequested, this, [this](QPoint position) {
        showColumnMenu(
            m_view, position, [](int) { return true; },
            [this](int column) {
                for (std::size_t i = 0; i < telling.size(); ++i)
                    m_chosen |= unsigned{telling[i].column == column} << i;
                fit();
            });
    });
    connect(&header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (m_fitting)
            return;
        m_fitsName = m_fitsName && column != ComparisonModel::Name;
        fit();
    });
    connect(&m_model, &QAbstractItemModel::modelReset, this, &ComparisonColumns::showTelling);
    connect(&m_model, &ComparisonModel::figuresChanged, this, &ComparisonColumns::showTelling);
}

QHeaderView& ComparisonColumns::header() const
{
    return *m_view.header();
}

void ComparisonColumns::showTelling()
{
    bool isChanged = false;
    for (std::size_t i = 0; i < telling.size(); ++i) {
        const bool wanted = (m_model.*telling[i].tells)();
        if ((m_chosen >> i & 1U) != 0 || m_view.isColumnHidden(telling[i].column) != wanted)
            continue;
        m_view.setColumnHidden(telling[i].column, !wanted);
        isChanged = true;
    }
    if (isChanged)
        fit();
}

QByteArray ComparisonColumns::save() const
{
    const unsigned flags = (m_fitsName ? 0 : widthChosen) | m_chosen << 1U;
    return header().saveState() + static_cast<char>(firstFlags + static_cast<int>(flags));
}

void ComparisonColumns::restore(const QByteArray& state)
{
    const bool wasFitting = std::exchange(m_fitting, true);
    const int sorted = header().sortIndicatorSection();
    const Qt::SortOrder direction = header().sortIndicatorOrder();
    const bool isRestored = !state.isEmpty() && header().restoreState(state.chopped(1));
    header().setSortIndicator(sorted, direction); // the restored state has that of another model
    m_fitting = wasFitting;
    if (!isRestored)
        return;
    const auto flags = static_cast<unsigned>(state.back() - firstFlags);
    m_fitsName = (flags & widthChosen) == 0;
    m_chosen = flags >> 1U;
    showTelling();
    fit();
}

void ComparisonColumns::setDefaultWidths()
{
    const bool wasFitting = std::exchange(m_fitting, true);
    const QFontMetrics monospace(monospaceFont());
    for (int column = ComparisonModel::Status; column < ComparisonModel::ColumnCount; ++column) {
        const bool words = column == ComparisonModel::Status || column == ComparisonModel::DType;
        const int text = (words ? m_view.fontMetrics() : monospace)
                             .horizontalAdvance(QString::fromUtf8(pairSamples[static_cast<std::size_t>(column)]));
        const int mark = column == ComparisonModel::Status ? ComparisonDelegate::mark
            : column == ComparisonModel::Maximum           ? ComparisonDelegate::nonfiniteMark
                                                           : 0;
        const QString title = m_model.headerData(column, Qt::Horizontal).toString();
        const int heading = header().fontMetrics().horizontalAdvance(title) + titleRoom;
        m_view.setColumnWidth(column, std::max(text + mark, heading) + 2 * ComparisonDelegate::padding + 4);
    }
    m_wideStatus = m_view.columnWidth(ComparisonModel::Status);
    m_narrowStatus = m_view.fontMetrics().horizontalAdvance(QStringLiteral("1,234 changed")) + ComparisonDelegate::mark
        + 2 * ComparisonDelegate::padding + 4;
    m_fitting = wasFitting;
    fit();
}

/// Narrows the status column if room is short: signs with numbers then replace words.
void ComparisonColumns::fitStatus()
{
    const int now = header().sectionSize(ComparisonModel::Status);
    if (now != m_wideStatus && now != m_narrowStatus)
        return;
    const int rest =
        m_view.viewport()->width() - m_view.leastNameWidth() - header().sectionSize(ComparisonModel::RelativeL2);
    m_view.setColumnWidth(ComparisonModel::Status, rest >= m_wideStatus ? m_wideStatus : m_narrowStatus);
}

/// Gives the name the room that the others leave. If they do not all fit, sizes it so that the last column that fits is
/// not cut off.
void ComparisonColumns::fit()
{
    if (m_fitting)
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const int needed = m_view.neededNameWidth();
    if (!m_fitsName) {
        m_view.setColumnWidth(ComparisonModel::Name, std::max(needed, m_view.columnWidth(ComparisonModel::Name)));
        return;
    }
    fitStatus();
    // The first figure is the most important one.
    const int first = header().sectionSize(ComparisonModel::Status) + header().sectionSize(ComparisonModel::RelativeL2);
    const bool hasRoom = needed + first <= m_view.viewport()->width();
    const int narrowest = hasRoom ? needed : m_view.nameWidthToSee(first, m_view.leastNameWidth());
    m_view.setColumnWidth(ComparisonModel::Name, m_view.nameWidthBesideWholeColumns(narrowest));
}

} // namespace loupe
