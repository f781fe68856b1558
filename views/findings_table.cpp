#include "views/findings_table.h"

#include "items/findings_model.h"
#include "views/icons.h"
#include "views/plain_text.h"
#include "views/table_copy.h"
#include "views/theme.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QResizeEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QToolTip>

#include <algorithm>
#include <string>
#include <string_view>

namespace loupe {

namespace {

constexpr int maximumVisibleRows = 12;
constexpr int rowMargin = 8;

/// A shape beside the colour of a severity, and long texts whole in the tooltip.
class FindingDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
        const QModelIndex& index) override
    {
        if (event->type() != QEvent::ToolTip)
            return QStyledItemDelegate::helpEvent(event, view, option, index);
        QToolTip::showText(event->globalPos(), plainToolTip(index.data(WholeTextRole).toString()), view->viewport());
        return true;
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const auto severity = Severity(index.data(SeverityRole).toInt());
        if (index.column() == FindingsModel::Severity) {
            option->text.clear();
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
};

/// The tensor of `file` that is called `name`: of several the one that has the byte at `offset`, else the first.
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
    setItemDelegate(new FindingDelegate(this));
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
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    addCopyAction(*this);
    connect(this, &QAbstractItemView::activated, this, &FindingsTable::follow);
}

void FindingsTable::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_checkpoint = std::move(checkpoint);
    m_model->setCheckpoint(m_checkpoint);
    const int character = fontMetrics().averageCharWidth();
    QHeaderView& header = *horizontalHeader();
    header.setSectionResizeMode(FindingsModel::Message, QHeaderView::Stretch);
    header.resizeSection(FindingsModel::Severity, character * 9 + 8);
    header.resizeSection(FindingsModel::Offset, offsetWidth());
    header.resizeSection(FindingsModel::File, character * 18);
    setColumnHidden(FindingsModel::Code, true);
    setColumnHidden(FindingsModel::Tensor, true); // the sentence names it
    setColumnHidden(FindingsModel::File, !m_checkpoint || m_checkpoint->files.size() < 2);
    updateGeometry();
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

/// Sentences take as many lines as they need: of the first rows, which the size depends on, and of those that are seen.
/// There may be thousands of others.
void FindingsTable::fitRows()
{
    const int count = m_model->rowCount();
    const auto fit = [&](int begin) {
        for (int row = begin; row < std::min(begin + maximumVisibleRows, count); ++row)
            setRowHeight(row, std::max(verticalHeader()->defaultSectionSize(), sizeHintForRow(row) + rowMargin));
    };
    fit(0);
    fit(std::max(0, rowAt(0)));
}

void FindingsTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->oldSize().width() == event->size().width())
        return;
    fitRows();
    updateGeometry();
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
