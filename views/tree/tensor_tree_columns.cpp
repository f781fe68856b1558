#include "views/tree/tensor_tree_columns.h"

#include "items/jobs/qt_text.h"
#include "items/tree/health/health_text.h"
#include "views/colors/theme.h"
#include "views/kit/column_menu.h"
#include "views/kit/indented_tree.h"
#include "views/tree/tree_delegate.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace loupe {

namespace {

/// Samples of the widest usual text in each column; for Health without warnings, for DType and Shape without a
/// checkpoint.
constexpr std::array<const char*, TensorTreeModel::ColumnCount> samples{"", "F8_E4M3", "[128256, 8192]", "Parameters",
    "1,023.9 KiB", "9,999,999,999", "< 0.1 %", "all 1.2e-05", "00001-of-2", "Distribution"};
/// For Health with warnings; the worst comes first.
constexpr std::uint32_t fewUnreadable = 9;

constexpr int sortMark = 12; // next to a title
constexpr int endOfName = 28; // pixels given up for a Distribution
constexpr qsizetype longestShape = 18; // characters; longer ones are elided in the middle

/// Columns hidden for lack of room, in this order. The byte map shows shares, offsets and sizes, too.
constexpr std::array firstToGiveWay{
    TensorTreeModel::Offset, TensorTreeModel::Share, TensorTreeModel::Parameters, TensorTreeModel::Size};
/// All columns that may be hidden for lack of room; the type only to make Health visible.
constexpr std::array givingWay{TensorTreeModel::Offset, TensorTreeModel::Share, TensorTreeModel::Parameters,
    TensorTreeModel::Size, TensorTreeModel::DType};
/// Columns as wide as their contents, unless the user has set the width.
constexpr std::array ofContents{TensorTreeModel::DType, TensorTreeModel::Health, TensorTreeModel::Shape};
/// Columns of a scan, which would be empty before it and take room from names.
constexpr std::array ofScan{TensorTreeModel::Health, TensorTreeModel::Distribution};

constexpr unsigned bitOf(int column)
{
    return 1U << unsigned(column);
}

/// Encodes a subset of `columns` as a digit, and decodes it.
template <typename Columns, typename IsIn>
char toDigit(const Columns& columns, IsIn isIn)
{
    int digit = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
        digit |= isIn(columns[i]) ? 1 << i : 0;
    return char('0' + digit);
}

bool isInDigit(char digit, std::size_t place)
{
    return ((digit - '0') & (1 << place)) != 0;
}

// The saved state ends with digits: the columns of givingWay that the user chose, those that gave way, the columns of
// ofContents that the user chose, and whether the user set the name's width.
constexpr qsizetype savedMarks = 4;
constexpr char nameChosen = 'C';
constexpr char nameFits = 'F';

/// Whether the column uses the text font, not the monospace font.
bool isText(int column)
{
    return column == TensorTreeModel::DType || column == TensorTreeModel::Health || column == TensorTreeModel::Shard
        || column == TensorTreeModel::Distribution;
}

} // namespace

TensorTreeColumns::TensorTreeColumns(IndentedTree& view, const TensorTreeModel& model)
    : QObject(&view)
    , m_view(view)
    , m_model(model)
{
    // The results of a scan are shown even if there is little room.
    for (const int column : {TensorTreeModel::Distribution, TensorTreeModel::Health})
        header().moveSection(header().visualIndex(column), header().visualIndex(TensorTreeModel::DType) + 1);
    header().moveSection(header().visualIndex(TensorTreeModel::Offset), TensorTreeModel::ColumnCount - 1);
    header().moveSection(header().visualIndex(TensorTreeModel::Shard), TensorTreeModel::ColumnCount - 2);
    hideUnscanned(!model.hasHealth());
    m_view.setColumnHidden(TensorTreeModel::Shard, true);
    showShards();
    setDefaultWidths();
    header().setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&header(), &QWidget::customContextMenuRequested, this, &TensorTreeColumns::showMenu);
    connect(&header(), &QHeaderView::sectionResized, this, &TensorTreeColumns::onResized);
    connect(&header(), &QHeaderView::sortIndicatorChanged, this, &TensorTreeColumns::fit);
    connect(&model, &QAbstractItemModel::modelReset, this, &TensorTreeColumns::showShards);
    connect(&model, &TensorTreeModel::healthChanged, this, &TensorTreeColumns::showHealth);
    const auto fitAll = [this] {
        if (fitContents())
            fit();
    };
    connect(&model, &TensorTreeModel::editsChanged, this, fitAll);
    connect(&model, &QAbstractItemModel::modelReset, this, fitAll);
}

QHeaderView& TensorTreeColumns::header() const
{
    return *m_view.header();
}

QByteArray TensorTreeColumns::save() const
{
    const auto isChosen = [this](int column) { return (m_chosen & bitOf(column)) != 0; };
    return header().saveState() + toDigit(givingWay, isChosen)
        + toDigit(givingWay, [this](int column) { return gaveWay(column); }) + toDigit(ofContents, isChosen)
        + (m_chosenName ? nameChosen : nameFits);
}

void TensorTreeColumns::restore(const QByteArray& state)
{
    if (state.size() < savedMarks || (state.back() != nameChosen && state.back() != nameFits))
        return;
    const bool wasFitting = std::exchange(m_fitting, true);
    if (header().restoreState(state.chopped(savedMarks))) {
        const QByteArray marks = state.last(savedMarks);
        m_gaveWay = {};
        m_chosen = 0;
        for (std::size_t i = 0; i < givingWay.size(); ++i) {
            if (isInDigit(marks[0], i))
                m_chosen |= bitOf(givingWay[i]);
            if (isInDigit(marks[1], i))
                m_view.setColumnHidden(givingWay[i], false);
        }
        for (std::size_t i = 0; i < ofContents.size(); ++i) {
            if (isInDigit(marks[2], i))
                m_chosen |= bitOf(ofContents[i]);
        }
        m_chosenName.reset();
        if (marks[3] == nameChosen)
            m_chosenName = m_view.columnWidth(TensorTreeModel::Name);
    }
    if (std::ranges::find(ofScan, header().sortIndicatorSection()) != ofScan.end())
        header().setSortIndicator(TensorTreeModel::Name, Qt::AscendingOrder);
    hideUnscanned(!m_model.hasHealth());
    m_view.setColumnHidden(TensorTreeModel::Shard, !m_isSharded);
    leaveHiddenShards();
    m_fitting = wasFitting;
    fitContents();
    fit();
}

/// The column is useless for a single file.
void TensorTreeColumns::showShards()
{
    if (std::exchange(m_isSharded, m_model.isSharded()) == m_model.isSharded())
        return;
    m_view.setColumnHidden(TensorTreeModel::Shard, !m_isSharded);
    leaveHiddenShards();
    fit();
}

/// If sorted by a hidden shard column, switches to another column with the same order.
void TensorTreeColumns::leaveHiddenShards()
{
    if (m_isSharded || header().sortIndicatorSection() != TensorTreeModel::Shard)
        return;
    const QSignalBlocker withoutSorting(&header());
    header().setSortIndicator(TensorTreeModel::Offset, header().sortIndicatorOrder());
}

void TensorTreeColumns::showHealth()
{
    const bool isShown = std::exchange(m_hasHealth, m_model.hasHealth()) != m_model.hasHealth();
    if (isShown)
        hideUnscanned(!m_hasHealth);
    if (fitContents() || isShown)
        fit();
}

/// Returns true if the width of a column has changed.
bool TensorTreeColumns::fitContents()
{
    const QScopedValueRollback fitting(m_fitting, true);
    bool isOther = false;
    for (const int column : ofContents) {
        const int width = defaultWidth(column);
        if (m_view.isColumnHidden(column) || (m_chosen & bitOf(column)) != 0 || m_view.columnWidth(column) == width)
            continue;
        m_view.setColumnWidth(column, width);
        isOther = true;
    }
    return isOther;
}

/// The longest dtype name of the checkpoint's tensors.
QString TensorTreeColumns::longestStoredType() const
{
    constexpr qsizetype longest = 24;
    return shortQString(m_model.checkpoint()->longestDType, longest);
}

/// As above, including pending casts.
QString TensorTreeColumns::longestType() const
{
    const QString type = longestStoredType();
    const QString cast = QStringLiteral("BF16 → BF16");
    return m_model.hasCasts() && type.size() < cast.size() ? cast : type;
}

void TensorTreeColumns::hideUnscanned(bool hidden)
{
    for (const int column : ofScan) {
        m_gaveWay[std::size_t(column)] = 0;
        m_view.setColumnHidden(column, hidden);
    }
}

void TensorTreeColumns::setDefaultWidths()
{
    const bool wasFitting = std::exchange(m_fitting, true);
    for (const int column : givingWay)
        bringBack(column);
    for (int column = TensorTreeModel::DType; column < TensorTreeModel::ColumnCount; ++column)
        m_view.setColumnWidth(column, defaultWidth(column));
    m_fitting = wasFitting;
    fit();
}

int TensorTreeColumns::defaultWidth(int column) const
{
    const QFontMetrics metrics = isText(column) ? m_view.fontMetrics() : QFontMetrics(monospaceFont());
    const bool isWarning = column == TensorTreeModel::Health && m_model.hasHealthWarnings();
    const OpenedCheckpointPtr& opened = m_model.checkpoint();
    QString sample = QString::fromUtf8(samples[std::size_t(column)]);
    if (isWarning) {
        sample = unreadableText(std::max(fewUnreadable, m_model.unreadableTensors()));
        QStringList texts = m_model.shortestWarnings();
        if (m_model.hasSeveralWarnings())
            texts << severalRemarksSample();
        for (const QString& text : texts)
            if (metrics.horizontalAdvance(text) > metrics.horizontalAdvance(sample))
                sample = text;
    }
    if (opened && column == TensorTreeModel::DType)
        sample = longestType();
    else if (opened && column == TensorTreeModel::Shape)
        sample = QString(std::min<qsizetype>(qsizetype(opened->longestShape), longestShape), u'0');
    return widthOf(column, sample);
}

int TensorTreeColumns::widthOf(int column, const QString& sample) const
{
    const QFontMetrics metrics = isText(column) ? m_view.fontMetrics() : QFontMetrics(monospaceFont());
    const bool isWarning = column == TensorTreeModel::Health && m_model.hasHealthWarnings();
    const int mark = column == TensorTreeModel::DType ? TreeDelegate::dtypeMark
        : isWarning                                   ? TreeDelegate::healthMark
                                                      : 0;
    const QString title = m_model.headerData(column, Qt::Horizontal).toString();
    const bool isOfContents = std::ranges::find(ofContents, column) != ofContents.end();
    // The title of a column that fits its contents also needs room for the sort indicator.
    const int titleRoom = header().fontMetrics().horizontalAdvance(title) + (isOfContents ? sortMark - mark : 0);
    const int text = std::max(metrics.horizontalAdvance(sample), titleRoom);
    return text + mark + 2 * TreeDelegate::padding + 4;
}

/// Whether the column fits its contents: it is shown or hidden for lack of room, and the user has not set its width.
/// While Qt hides a column, its width is 0 before it counts as hidden.
bool TensorTreeColumns::fitsContents(int column) const
{
    return (header().sectionSize(column) > 0 || gaveWay(column)) && (m_chosen & bitOf(column)) == 0;
}

/// If room is short, shows only the worst warning and leaves the others to the tooltip, so that names keep their room
/// and distributions are visible.
void TensorTreeColumns::fitHealth()
{
    constexpr int health = TensorTreeModel::Health;
    if (!fitsContents(health))
        return;
    int width = defaultWidth(health);
    constexpr int type = TensorTreeModel::DType;
    const int beside = m_view.neededNameWidth() + (fitsContents(type) ? defaultWidth(type) : header().sectionSize(type))
        + header().sectionSize(TensorTreeModel::Distribution);
    if (m_model.hasHealthWarnings() && beside + width > m_view.viewport()->width()) {
        int least = widthOf(health, QString::fromUtf8(samples[std::size_t(health)])) - TreeDelegate::healthMark;
        for (const QString& warning : m_model.shortestWarnings())
            least = std::max(least, widthOf(health, warning));
        width = std::min(width, least);
    }
    m_view.setColumnWidth(health, width);
}

/// The width of a quantized type without its scheme, "F8_E4M3 …", and of a cast without its source; tooltips show both.
int TensorTreeColumns::narrowTypeWidth() const
{
    QString stored = longestStoredType();
    if (const qsizetype scheme = stored.indexOf(u' '); scheme > 0)
        stored = stored.left(scheme) + QStringLiteral(" …");
    const int width = widthOf(TensorTreeModel::DType, stored);
    return m_model.hasCasts() ? std::max(width, widthOf(TensorTreeModel::DType, QStringLiteral("→ BF16"))) : width;
}

/// If room is short, narrows the type column and then hides it, so that the scan's results are visible.
void TensorTreeColumns::fitType()
{
    constexpr int type = TensorTreeModel::DType;
    if (!fitsContents(type))
        return;
    const int room = m_view.viewport()->width();
    const int least = m_view.leastNameWidth();
    int width = defaultWidth(type);
    bool givesWay = false;
    if (m_model.checkpoint() && !m_view.isColumnHidden(TensorTreeModel::Health)) {
        const int health = m_view.columnWidth(TensorTreeModel::Health);
        if (least + health + header().sectionSize(TensorTreeModel::Distribution) + width > room)
            width = std::min(width, narrowTypeWidth());
        const auto isSeen = [&](int others) { return m_view.nameWidthToSee(others, least) + others <= room; };
        givesWay = !m_chosenName && mayGiveWay(type) && isSeen(health) && !isSeen(health + width);
    }
    if (!givesWay) {
        bringBack(type);
        m_view.setColumnWidth(type, width);
        return;
    }
    if (!gaveWay(type))
        m_view.setColumnHidden(type, true);
    m_gaveWay[std::size_t(type)] = width;
}

/// Handles resizing by the user. A width of 0 means that a column is shown or hidden.
void TensorTreeColumns::onResized(int column, int before, int after)
{
    if (m_fitting)
        return;
    if (column == TensorTreeModel::Name)
        m_chosenName = after;
    else if (before > 0 && after > 0)
        m_chosen |= bitOf(column);
    fit();
}

/// Whether a column may be hidden: not if the user has chosen or hidden it, or if rows are sorted by it. Size and type
/// are hidden only to make room for a scan's results.
bool TensorTreeColumns::mayGiveWay(int column) const
{
    const bool isShown = gaveWay(column) || !m_view.isColumnHidden(column);
    const bool isWorthSeeing = column == TensorTreeModel::Size || column == TensorTreeModel::DType;
    const bool mayBeHidden = !isWorthSeeing || m_model.hasHealth();
    return mayBeHidden && isShown && (m_chosen & bitOf(column)) == 0 && header().sortIndicatorSection() != column;
}

/// Shows a column that was hidden for lack of room.
void TensorTreeColumns::bringBack(int column)
{
    if (std::exchange(m_gaveWay[std::size_t(column)], 0) > 0)
        m_view.setColumnHidden(column, false);
}

/// The name takes the room that the others leave. If that is too little, some of them are hidden. Then the name is
/// sized so that the last column that fits is not cut off, and the tree scrolls.
void TensorTreeColumns::fit()
{
    if (m_fitting)
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    fitHealth();
    fitType();
    const int name = std::max(m_view.neededNameWidth(), m_chosenName.value_or(0));
    int room = m_view.viewport()->width() - (header().length() - m_view.columnWidth(TensorTreeModel::Name));
    for (const int column : firstToGiveWay)
        room -= m_gaveWay[std::size_t(column)];
    for (const int column : firstToGiveWay) {
        if (room >= name || !mayGiveWay(column)) {
            bringBack(column);
            continue;
        }
        if (!gaveWay(column)) {
            m_gaveWay[std::size_t(column)] = m_view.columnWidth(column);
            m_view.setColumnHidden(column, true);
        }
        room += m_gaveWay[std::size_t(column)];
    }
    // Elide the ends of long names if that makes distinguishing columns or scan results visible. This does not apply to
    // sizes, or to columns after a Distribution, which are scrolled to.
    const bool isShapeFar = !m_view.isColumnHidden(TensorTreeModel::Distribution);
    int others = 0;
    for (const int column :
        {TensorTreeModel::DType, TensorTreeModel::Health, TensorTreeModel::Distribution, TensorTreeModel::Shape})
        others += column == TensorTreeModel::Shape && isShapeFar ? 0 : header().sectionSize(column);
    const int beside = m_view.viewport()->width() - others;
    const int least = m_view.leastNameWidth();
    // Gives a Distribution that nearly fits the missing room.
    const bool isNearly = isShapeFar && beside < least && least - beside <= endOfName;
    int narrowest = name <= beside ? name : isNearly ? beside : least;
    if (m_model.hasHealth())
        narrowest = m_view.nameWidthToSee(
            header().sectionSize(TensorTreeModel::DType) + header().sectionSize(TensorTreeModel::Health), narrowest);
    m_view.setColumnWidth(TensorTreeModel::Name,
        m_chosenName ? name : std::min(m_view.nameWidthBesideWholeColumns(narrowest), widestNameBesideSorted()));
}

/// The name width that makes the sort column visible, if eliding only the ends of long names is enough.
int TensorTreeColumns::widestNameBesideSorted() const
{
    int room = m_view.viewport()->width();
    const int sorted = header().visualIndex(header().sortIndicatorSection());
    for (int place = 0; place <= sorted; ++place) {
        const int column = header().logicalIndex(place);
        room -= column == TensorTreeModel::Name ? 0 : header().sectionSize(column);
    }
    return sorted > 0 && room >= m_view.leastNameWidth() ? room : std::numeric_limits<int>::max();
}

void TensorTreeColumns::showMenu(QPoint position)
{
    const auto saysSomething = [this](int column) {
        return (std::ranges::find(ofScan, column) == ofScan.end() || m_model.hasHealth())
            && (column != TensorTreeModel::Shard || m_isSharded);
    };
    showColumnMenu(m_view, position, saysSomething, [this](int column) { onShown(column); });
}

/// Called when the user shows or hides a column.
void TensorTreeColumns::onShown(int column)
{
    m_gaveWay[std::size_t(column)] = 0;
    m_chosen = m_view.isColumnHidden(column) ? m_chosen & ~bitOf(column) : m_chosen | bitOf(column);
    fit();
}

} // namespace loupe
