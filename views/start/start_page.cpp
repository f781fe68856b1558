#include "views/start/start_page.h"

#include "items/jobs/item_roles.h"
#include "views/colors/theme.h"
#include "views/kit/icons.h"
#include "views/kit/tool_tip_delegate.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

namespace loupe {

namespace {

constexpr int columnWidth = 840; ///< width of the page's content
constexpr int margin = 24;

/// Suggests where to drop files, although they can be dropped anywhere in the window.
class DropPlace : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override
    {
        constexpr double radius = 8;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme& theme = Theme::of(palette());
        QPen pen(theme.fieldBorder, 1);
        pen.setDashPattern({4, 4});
        painter.setPen(pen);
        painter.setBrush(theme.surface);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    }
};

/// Draws missing files as disabled, though they can be chosen.
class RecentDelegate : public ToolTipDelegate {
public:
    using ToolTipDelegate::ToolTipDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ToolTipDelegate::initStyleOption(option, index);
        if (index.data(MissingRole).toBool() && !option->state.testFlag(QStyle::State_Selected))
            option->palette.setColor(QPalette::Text, option->palette.color(QPalette::PlaceholderText));
    }
};

QLabel* label(const QString& text, double size, bool isMuted)
{
    auto* const made = new QLabel(text);
    made->setTextFormat(Qt::PlainText);
    QFont font = made->font();
    font.setPointSizeF(font.pointSizeF() * size);
    made->setFont(font);
    if (isMuted)
        made->setForegroundRole(QPalette::PlaceholderText);
    return made;
}

/// Makes Return click the button, as in a dialog. By default, only the space bar does.
void clickOnReturn(QPushButton& button)
{
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* const byKey = new QShortcut(key, &button, nullptr, nullptr, Qt::WidgetShortcut);
        QObject::connect(byKey, &QShortcut::activated, &button, &QPushButton::click);
    }
}

} // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent)
    , m_openFile(new QPushButton(tr("&Open file…")))
    , m_openFolder(new QPushButton(tr("Open f&older…")))
    , m_openLocation(new QPushButton(tr("Open locat&ion…")))
    , m_compare(new QPushButton(tr("&Compare two…")))
    , m_sample(new QPushButton(tr("&Try a sample")))
    , m_files(new RecentFilesModel(this))
    , m_recent(new QTableView)
{
    setAccessibleName(tr("Start"));
    auto* const buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    for (QPushButton* const button : {m_openFile, m_openFolder, m_openLocation, m_compare, m_sample}) {
        button->setMinimumHeight(36);
        clickOnReturn(*button);
        buttons->addWidget(button, 1);
    }
    m_openFile->setToolTip(tr("Open a model file (Ctrl+O)"));
    m_openFolder->setToolTip(tr("Open a folder with the shards of one model"));
    m_openLocation->setToolTip(tr("Open a file on a server by its address (Ctrl+L)"));
    m_compare->setToolTip(tr("Choose two checkpoints and compare them"));
    m_sample->setToolTip(tr("Open a small model that comes with the program"));

    m_recent->setModel(m_files);
    m_recent->setItemDelegate(new RecentDelegate(this));
    m_recent->setAccessibleName(tr("Recent files"));
    m_recent->setFrameShape(QFrame::NoFrame);
    m_recent->setShowGrid(false);
    m_recent->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_recent->setSelectionMode(QAbstractItemView::SingleSelection);
    m_recent->setTabKeyNavigation(false);
    m_recent->setWordWrap(false);
    m_recent->setTextElideMode(Qt::ElideMiddle);
    m_recent->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_recent->setMouseTracking(true);
    m_recent->verticalHeader()->hide();
    m_recent->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 12);
    QHeaderView* const header = m_recent->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(RecentFilesModel::Name, QHeaderView::Stretch);
    const auto widthOf = [&](const char* text) { return fontMetrics().horizontalAdvance(QLatin1String(text)) + 24; };
    header->resizeSection(RecentFilesModel::Format, widthOf("PyTorch checkpoint"));
    header->resizeSection(RecentFilesModel::Size, widthOf("999.9 MiB"));
    const QString date = RecentFilesModel::dateText(QDateTime(QDate(2026, 12, 31), QTime(23, 59)));
    header->resizeSection(RecentFilesModel::Date, fontMetrics().horizontalAdvance(date) + 24);
    header->resizeSection(RecentFilesModel::Folder, widthOf("/home/somebody/models/llama"));
    // Right-aligned numbers go to the right edge, away from left-aligned texts.
    header->moveSection(header->visualIndex(RecentFilesModel::Size), RecentFilesModel::ColumnCount - 1);

    auto* const column = new QWidget;
    column->setMaximumWidth(columnWidth);
    auto* const rows = new QVBoxLayout(column);
    rows->setContentsMargins(margin, margin, margin, margin);
    rows->setSpacing(8);
    auto* const place = new DropPlace;
    auto* const inPlace = new QVBoxLayout(place);
    inPlace->setContentsMargins(margin, margin, margin, margin);
    inPlace->setSpacing(8);
    inPlace->addWidget(label(QStringLiteral("Tensorloupe"), 1.8, false));
    inPlace->addWidget(label(tr("Open a model file, or drop one here"), 1.0, true));
    QLabel* const formats = label(tr("Formats: %1").arg(readableFormats().join(QStringLiteral(", "))), 1.0, true);
    formats->setWordWrap(true);
    inPlace->addWidget(formats);
    inPlace->addSpacing(16);
    inPlace->addLayout(buttons);
    rows->addStretch(1);
    rows->addWidget(place);
    rows->addSpacing(16);
    rows->addWidget(m_recent, 4);
    rows->addStretch(1);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addStretch(1);
    layout->addWidget(column, 100);
    layout->addStretch(1);

    connect(m_openFile, &QPushButton::clicked, this, &StartPage::openFileWanted);
    connect(m_openFolder, &QPushButton::clicked, this, &StartPage::openFolderWanted);
    connect(m_openLocation, &QPushButton::clicked, this, &StartPage::openLocationWanted);
    connect(m_compare, &QPushButton::clicked, this, &StartPage::comparisonWanted);
    connect(m_sample, &QPushButton::clicked, this, &StartPage::sampleWanted);
    const auto choose = [this](const QModelIndex& row) { emit recentChosen(m_files->pathAt(row.row())); };
    connect(m_recent, &QAbstractItemView::clicked, this, choose);
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* const byKey = new QShortcut(key, m_recent, nullptr, nullptr, Qt::WidgetShortcut);
        connect(byKey, &QShortcut::activated, this, [this, choose] {
            if (const QModelIndex row = m_recent->currentIndex(); row.isValid())
                choose(row);
        });
    }
    m_recent->hide();
    updateIcons();
}

void StartPage::setRecent(const QStringList& paths, const QList<RecentLocation>& known)
{
    m_files->setPaths(paths, known);
    m_recent->setVisible(!paths.isEmpty());
}

bool StartPage::isBusy() const
{
    return m_files->isLooking();
}

void StartPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateIcons();
    QWidget::changeEvent(event);
}

void StartPage::updateIcons()
{
    m_openFile->setIcon(icon(Icon::Open));
    m_openFolder->setIcon(icon(Icon::Group));
    m_openLocation->setIcon(icon(Icon::Location));
    m_compare->setIcon(icon(Icon::Compare));
    m_sample->setIcon(icon(Icon::Tensor));
}

} // namespace loupe
