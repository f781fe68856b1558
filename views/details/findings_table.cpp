#include "views/details/findings_table.h"

#include "items/session/findings_model.h"
#include "views/colors/theme.h"
#include "views/kit/elided_path.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

constexpr int maximumVisibleRows = 12;
constexpr int briefRows = 3;
constexpr int charactersOfBrief = 72; // per row; if there is less room, there are fewer rows
constexpr int briefLines = 2; // lines of a sentence, if there are several
constexpr int linesAlone = 4;
constexpr int charactersBesideFile = 48; // characters of a sentence; if there is less room
constexpr int rowMargin = 8;
constexpr int arrowSize = 16;

/// The arrow is to the left of the icon, as in a tree.
QRect arrowRect(const QRect& cell)
{
    return {cell.left(), cell.top() + (cell.height() - arrowSize) / 2, arrowSize, arrowSize};
}

/// Draws a shape in addition to the color of a severity, and an expander arrow before it if needed. Long texts are in
/// the tooltip in full.
class FindingDelegate : public ToolTipDelegate {
public:
    FindingDelegate(const FindingsModel& model, QObject* parent)
        : ToolTipDelegate(parent)
        , m_model(model)
    {
    }

    /// Shortens names of tensors and files so that a sentence has at most this many lines. 0: names are not shortened.
    void setMostLines(int lines) { m_mostLines = lines; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (index.column() != FindingsModel::Severity || !m_model.unfoldsAny())
            return ToolTipDelegate::paint(painter, option, index);
        QStyleOptionViewItem besideArrow = option;
        besideArrow.rect.setLeft(option.rect.left() + arrowSize);
        const QWidget* const widget = option.widget;
        const QStyle& style = widget ? *widget->style() : *QApplication::style();
        style.drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, widget);
        ToolTipDelegate::paint(painter, besideArrow, index);
        const QVariant unfolded = index.data(UnfoldedRole);
        if (!unfolded.isValid())
            return;
        QStyleOption arrow = option;
        arrow.rect = arrowRect(option.rect);
        style.drawPrimitive(unfolded.toBool() ? QStyle::PE_IndicatorArrowDown : QStyle::PE_IndicatorArrowRight, &arrow,
            painter, widget);
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        const QVariant severityData = index.data(SeverityRole);
        if (index.column() == FindingsModel::Severity && severityData.isValid()) {
            const auto severity = Severity(severityData.toInt());
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->icon = ownIcon(iconOf(severity), Theme::of(option->palette).colorOf(severity));
            option->decorationSize = {16, 16};
        }
        if (index.column() == FindingsModel::Offset)
            option->font = monospaceFont();
        constexpr qsizetype longestText = 400;
        if (option->text.size() > longestText)
            option->text = shownText(option->text, longestText);
        if (index.column() == FindingsModel::Message && m_mostLines > 0)
            option->text = wrappedWithShortNames(
                {.text = option->text, .names = longNamesIn(option->text, m_model.nameIn(index.row()))},
                option->fontMetrics, option->rect.width() - sentenceMargins, m_mostLines);
    }
    QString toolTip(const QModelIndex& index) const override
    {
        const QString tip = ToolTipDelegate::toolTip(index);
        const auto* const table = qobject_cast<const QTableView*>(parent());
        const QString file = index.siblingAtColumn(FindingsModel::File).data().toString();
        const bool isFileHidden = table && table->isColumnHidden(FindingsModel::File);
        return index.column() == FindingsModel::Message && isFileHidden && !file.isEmpty() ? tip + u'\n' + file : tip;
    }

private:
    static constexpr int sentenceMargins = 8; ///< margins that the style adds

    const FindingsModel& m_model;
    int m_mostLines = 0;
};

/// The tensor of `file` with this name; if there are several, the one that contains the byte at `offset`, else the
/// first.
std::optional<std::uint32_t> findTensor(
    const Checkpoint& checkpoint, std::uint32_t file, std::string_view name, std::optional<std::uint64_t> offset)
{
    const CheckpointFile& of = checkpoint.files[file];
    std::optional<std::uint32_t> first;
    for (std::uint32_t number = of.firstTensor; number < of.firstTensor + of.tensorCount; ++number) {
        const Tensor& tensor = checkpoint.tensors[number];
        if (tensor.name != name)
            continue;
        if (!offset || tensor.bytes.begin == *offset || tensor.bytes.contains(*offset))
            return number;
        if (!first)
            first = number;
    }
    return first;
}

} // namespace

FindingsTable::FindingsTable(QWidget* parent)
    : QTableView(parent)
    , m_model(new FindingsModel(this))
{
    setAccessibleName(tr("Findings"));
    setModel(m_model);
    setItemDelegate(new FindingDelegate(*m_model, this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(true);
    setVerticalScrollMode(ScrollPerPixel);
    setTabKeyNavigation(false);
    setSelectionBehavior(SelectRows);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + rowMargin);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &FindingsTable::fitRows);
    // While a header stretches a section, it still reports the old width.
    connect(
        horizontalHeader(), &QHeaderView::sectionResized, this,
        [this](int column) {
            if (column == FindingsModel::Message)
                fitHeight();
        },
        Qt::QueuedConnection);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    addCopyAction(*this);
    connect(this, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (m_model->unfolds(index.row()))
            setUnfolded(index.row(), !m_model->isUnfolded(index.row()));
        else
            follow(index);
    });
}

void FindingsTable::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_checkpoint = std::move(checkpoint);
    m_model->setCheckpoint(m_checkpoint);
    fitColumns();
    fitHeight();
}

void FindingsTable::setFindings(std::shared_ptr<const Checkpoint> checkpoint, std::shared_ptr<const Findings> findings)
{
    m_checkpoint = std::move(checkpoint);
    m_model->setFindings(m_checkpoint, std::move(findings));
    fitColumns();
    fitHeight();
}

void FindingsTable::fitColumns()
{
    const int character = fontMetrics().averageCharWidth();
    QHeaderView& header = *horizontalHeader();
    header.setSectionResizeMode(FindingsModel::Message, QHeaderView::Stretch);
    header.resizeSection(FindingsModel::Severity, severityWidth());
    header.resizeSection(FindingsModel::Offset, offsetWidth());
    const int fileWidth = character * 18;
    const int room = viewport()->width() - severityWidth() - offsetWidth() - fileWidth;
    header.resizeSection(FindingsModel::File, fileWidth);
    setColumnHidden(FindingsModel::Code, true);
    setColumnHidden(FindingsModel::Tensor, true); // the sentence names it
    setColumnHidden(FindingsModel::File,
        !m_checkpoint || m_checkpoint->files.size() < 2 || room < character * charactersBesideFile);
}

/// The width of the arrow, the shape and the widest word that occurs.
int FindingsTable::severityWidth() const
{
    constexpr int margins = 14;
    const auto widthOf = [this](Severity severity) {
        return fontMetrics().horizontalAdvance(FindingsModel::severityText(severity));
    };
    int widest = widthOf(Severity::Note);
    if (m_model->warnings() > 0)
        widest = std::max(widest, widthOf(Severity::Warning));
    if (m_model->errors() > 0)
        widest = std::max(widest, widthOf(Severity::Error));
    const int arrow = m_model->unfoldsAny() ? arrowSize : 0;
    return std::max(
        horizontalHeader()->sectionSizeHint(FindingsModel::Severity), arrow + loupe::iconSize + widest + margins);
}

/// The width of the widest number, because numbers are never cut off.
int FindingsTable::offsetWidth() const
{
    qsizetype longest = m_model->headerData(FindingsModel::Offset, Qt::Horizontal).toString().size();
    for (int row = 0; row < m_model->rowCount(); ++row)
        longest = std::max(longest, m_model->index(row, FindingsModel::Offset).data().toString().size());
    return QFontMetrics(monospaceFont()).horizontalAdvance(QString(longest + 2, u'0'));
}

QSize FindingsTable::sizeHint() const
{
    int height = (isTight() ? 0 : horizontalHeader()->sizeHint().height()) + 2;
    for (int row = 0; row < shownRows(); ++row)
        height += rowHeight(row);
    return {480, height};
}

bool FindingsTable::isTight() const
{
    return m_isBrief && viewport()->width() < fontMetrics().averageCharWidth() * charactersOfBrief;
}

int FindingsTable::shownRows() const
{
    return std::min(m_model->rowCount(), m_isBrief ? briefRows - isTight() : maximumVisibleRows);
}

/// The most lines of a sentence; 0: no limit.
int FindingsTable::mostLines() const
{
    return !m_isBrief ? 0 : m_model->rowCount() == 1 ? linesAlone : briefLines;
}

void FindingsTable::setBrief(bool brief)
{
    if (m_isBrief == brief)
        return;
    m_isBrief = brief;
    if (brief)
        scrollToTop();
    fitHeight();
    emit extentChanged();
}

/// Fits the heights of the first rows, which determine the size hint, and of the visible ones. There may be thousands
/// of others.
void FindingsTable::fitRows()
{
    const int count = m_model->rowCount();
    // A few rows are shown in full: a scroll bar would appear and disappear as it causes line breaks.
    setVerticalScrollBarPolicy(
        count > maximumVisibleRows && !m_isBrief ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    auto& delegate = static_cast<FindingDelegate&>(*itemDelegate());
    const int lines = mostLines();
    const int highest = lines > 0 ? lines * fontMetrics().lineSpacing() + rowMargin : std::numeric_limits<int>::max();
    bool isAnyCut = count > shownRows();
    const auto fit = [&](int begin) {
        for (int row = begin; row < std::min(begin + shownRows(), count); ++row) {
            delegate.setMostLines(0);
            const int whole = sizeHintForRow(row) + rowMargin;
            delegate.setMostLines(lines);
            const int shown = std::min(sizeHintForRow(row) + rowMargin, highest);
            isAnyCut = isAnyCut || shown < whole;
            setRowHeight(row, std::max(verticalHeader()->defaultSectionSize(), shown));
        }
    };
    fit(0);
    fit(std::max(0, rowAt(0)));
    if (m_isBrief && std::exchange(m_hasMore, isAnyCut) != isAnyCut)
        emit extentChanged();
}

void FindingsTable::fitHeight()
{
    horizontalHeader()->setHidden(isTight());
    fitRows();
    setFixedHeight(sizeHint().height());
}

void FindingsTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->oldSize().width() == event->size().width())
        return;
    fitColumns();
    fitHeight();
}

void FindingsTable::setUnfolded(int row, bool unfolded)
{
    m_model->setUnfolded(row, unfolded);
    if (unfolded)
        setBrief(false);
    horizontalHeader()->resizeSection(FindingsModel::Offset, offsetWidth());
    fitHeight();
}

bool FindingsTable::takesArrow(const QMouseEvent& event)
{
    const QModelIndex index = indexAt(event.pos());
    return event.button() == Qt::LeftButton && index.isValid() && index.column() == FindingsModel::Severity
        && m_model->unfolds(index.row());
}

void FindingsTable::mousePressEvent(QMouseEvent* event)
{
    if (!takesArrow(*event))
        return QTableView::mousePressEvent(event);
    const int row = rowAt(event->pos().y());
    setCurrentIndex(m_model->index(row, FindingsModel::Severity));
    setUnfolded(row, !m_model->isUnfolded(row));
}

void FindingsTable::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (takesArrow(*event))
        mousePressEvent(event);
    else
        QTableView::mouseDoubleClickEvent(event);
}

void FindingsTable::keyPressEvent(QKeyEvent* event)
{
    const bool opens = event->key() == Qt::Key_Right;
    if ((opens || event->key() == Qt::Key_Left) && currentIndex().isValid() && m_model->unfolds(currentIndex().row())
        && m_model->isUnfolded(currentIndex().row()) != opens)
        return setUnfolded(currentIndex().row(), opens);
    QTableView::keyPressEvent(event);
}

/// The wheel scrolls the page unless the table has the focus. In brief form it always does.
void FindingsTable::wheelEvent(QWheelEvent* event)
{
    if (hasFocus() && !m_isBrief)
        QTableView::wheelEvent(event);
    else
        event->ignore();
}

/// The keyboard can move to rows that are not visible.
void FindingsTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    if (current.row() >= shownRows())
        setBrief(false);
    QTableView::currentChanged(current, previous);
}

void FindingsTable::follow(const QModelIndex& index)
{
    const quint32 file = index.data(FileRole).toUInt();
    if (!m_checkpoint || file >= m_checkpoint->files.size())
        return;
    const QVariant place = index.data(OffsetRole);
    const auto offset = place.isValid() ? std::optional<std::uint64_t>(place.toULongLong()) : std::nullopt;
    const QVariant name = index.data(FullNameRole);
    const auto tensor = name.isValid() ? findTensor(*m_checkpoint, file, name.toString().toStdString(), offset)
                                       : std::optional<std::uint32_t>();
    if (offset)
        emit placeChosen(tensor, file, *offset);
    else if (tensor)
        emit tensorChosen(*tensor);
}

} // namespace loupe
