#include "views/hex/hex_inspector.h"

#include "items/values/hex_readings_model.h"
#include "items/values/value_text.h"
#include "views/colors/theme.h"
#include "views/kit/tab_order.h"
#include "views/kit/table_copy.h"
#include "views/kit/tool_tip_delegate.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

namespace loupe {

namespace {

constexpr int readingsPadding = 4;

bool isReadingName(int column)
{
    return column == HexReadingsModel::IntegerName || column == HexReadingsModel::FloatName;
}

/// Draws values in the monospace font, and dtype names in a lighter shade.
class ReadingDelegate : public ToolTipDelegate {
public:
    using ToolTipDelegate::ToolTipDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        if (isReadingName(index.column()))
            option->palette.setColor(QPalette::Text, Theme::of(option->palette).mutedText);
        else
            option->font = monospaceFont();
    }
};

} // namespace

HexInspector::HexInspector(QWidget* parent)
    : QWidget(parent)
    , m_readings(new HexReadingsModel(this))
    , m_order(new QComboBox)
    , m_table(new QTableView)
{
    auto* const title = new QLabel(tr("Value at the cursor"));
    title->setForegroundRole(QPalette::PlaceholderText);
    m_order->addItem(tr("Little-endian"), int(HexReadingsModel::ByteOrder::Little));
    m_order->addItem(tr("Big-endian"), int(HexReadingsModel::ByteOrder::Big));
    m_order->setAccessibleName(tr("Byte order of the values"));
    m_table->setModel(m_readings);
    m_table->setAccessibleName(tr("Value at the cursor in each dtype"));
    m_table->setItemDelegate(new ReadingDelegate(readingsPadding, this));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setMinimumSectionSize(0);
    m_table->horizontalHeader()->setStretchLastSection(true);
    addCopyAction(*m_table);

    auto* const head = new QHBoxLayout;
    head->setContentsMargins(8, 4, 8, 4);
    head->addWidget(title, 1);
    head->addWidget(m_order);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_table);
    tabInOrder({m_order, m_table});
    connect(m_order, &QComboBox::currentIndexChanged, this,
        [this] { m_readings->setByteOrder(HexReadingsModel::ByteOrder(m_order->currentData().toInt())); });
    fit();
}

void HexInspector::setBytes(std::span<const std::byte> bytes)
{
    m_readings->setBytes(bytes);
}

/// Makes the table as high as its rows and as wide as the widest possible value.
void HexInspector::fit()
{
    const int rowHeight = fontMetrics().height() + 4;
    const int room = 4 * readingsPadding + 2;
    const int digit = QFontMetrics(monospaceFont()).horizontalAdvance(u'0');
    m_table->verticalHeader()->setMinimumSectionSize(rowHeight);
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight);
    m_table->setFixedHeight(rowHeight * m_readings->rowCount() + 4);
    m_table->setColumnWidth(
        HexReadingsModel::IntegerName, fontMetrics().horizontalAdvance(QStringLiteral("U64")) + room);
    m_table->setColumnWidth(HexReadingsModel::Integer, digit * valueTextLength(DType::I64, Notation::Decimal) + room);
    m_table->setColumnWidth(
        HexReadingsModel::FloatName, fontMetrics().horizontalAdvance(QStringLiteral("F8_E4M3")) + room);
}

void HexInspector::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

} // namespace loupe
