#include "views/details/findings_table.h"

#include "items/session/findings_model.h"
#include "views/colors/theme.h"
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

#include <algorithm>
#include <string>
#include <string_view>

namespace loupe {

namespace {

constexpr int maximumVisibleRows = 12;
constexpr int rowMargin = 8;
constexpr int arrowSize = 16;

/// At the left of the icon, as in a tree.
QRect arrowRect(const QRect& cell)
{
    return {cell.left(), cell.top() + (cell.height() - arrowSize) / 2, arrowSize, arrowSize};
}

/// A shape beside the color of a severity, an arrow before it where there is something to unfold, and long texts whole
/// in the tooltip.
class FindingDelegate : public ToolTipDelegate {
public:
    FindingDelegate(const FindingsModel& model, QObject* parent)
        : ToolTipDelegate(parent)
        , m_model(model)
    {
    }

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
    }

private:
    const FindingsModel& m_model;
};

/// The tensor of `file` that is called `name`: for several the one that has the byte at `offset`, else the first.
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
    // While a header stretches a section, it still answers with the width before.
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
    header.resizeSection(FindingsModel::File, character * 18);
    setColumnHidden(FindingsModel::Code, true);
    setColumnHidden(FindingsModel::Tensor, true); // the sentence names it
    setColumnHidden(FindingsModel::File, !m_checkpoint || m_checkpoint->files.size() < 2);
}

/// The arrow, the shape and the widest word that occurs.
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

/// A number is never cut.
int FindingsTable::offsetWidth() const
{
    qsizetype longest = m_model->headerData(FindingsModel::Offset, Qt::Horizontal).toString().size();
    for (int row = 0; row < m_model->rowCount(); ++row)
        longest = std::max(longest, m_model->index(row, FindingsModel::Offset).data().toString().size());
    return QFontMetrics(monospaceFont()).horizontalAdvance(QString(longest + 2, u'0'));
}

QSize FindingsTable::sizeHint() const
{
    int height = horizontalHeader()->sizeHint().height() + 2;
    for (int row = 0; row < std::min(m_model->rowCount(), maximumVisibleRows); ++row)
        height += rowHeight(row);
    return {480, height};
}

/// Sentences take as many lines as they need: for the first rows, which the size depends on, and of those that are
/// seen. There may be thousands of others.
void FindingsTable::fitRows()
{
    const int count = m_model->rowCount();
    // All of a few rows are seen: a bar would come and go with the lines that it takes the room for.
    setVerticalScrollBarPolicy(count > maximumVisibleRows ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
    const auto fit = [&](int begin) {
        for (int row = begin; row < std::min(begin + maximumVisibleRows, count); ++row)
            setRowHeight(row, std::max(verticalHeader()->defaultSectionSize(), sizeHintForRow(row) + rowMargin));
    };
    fit(0);
    fit(std::max(0, rowAt(0)));
}

void FindingsTable::fitHeight()
{
    fitRows();
    setFixedHeight(sizeHint().height());
}

void FindingsTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        fitHeight();
}

void FindingsTable::setUnfolded(int row, bool unfolded)
{
    m_model->setUnfolded(row, unfolded);
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
