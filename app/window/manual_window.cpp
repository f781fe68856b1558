#include "app/window/manual_window.h"

#include <QAction>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextTable>
#include <QToolBar>

#include <utility>

namespace loupe {

namespace {

const QString firstPage = QStringLiteral("index.md");
constexpr QSize manualSize{960, 720};

QUrl addressOf(const QString& page)
{
    return QUrl(QStringLiteral("qrc:/manual/") + page);
}

/// QTextDocument draws Markdown tables without lines or cell padding.
void formatTables(QTextDocument& document, const QPalette& palette)
{
    for (QTextFrame* const frame : document.rootFrame()->childFrames()) {
        auto* const table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderBrush(palette.color(QPalette::Mid));
        format.setCellPadding(5);
        format.setCellSpacing(0);
        format.setTopMargin(6);
        format.setBottomMargin(10);
        table->setFormat(format);
    }
}

/// Puts headings closer to the text that follows.
void formatHeadings(QTextDocument& document)
{
    constexpr double above = 18;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        if (format.headingLevel() < 2)
            continue;
        format.setTopMargin(above);
        QTextCursor(block).setBlockFormat(format);
    }
}

/// Pictures of the window are wider than the text, and QTextDocument would scale them without smoothing.
void formatPictures(QTextDocument& document, qreal pixelRatio)
{
    constexpr double width = 700;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            QTextImageFormat format = part.fragment().charFormat().toImageFormat();
            if (!format.isValid() || !QUrl(format.name()).isRelative())
                continue;
            const QUrl address = addressOf(format.name());
            const QImage picture(u':' + address.path());
            document.addResource(QTextDocument::ImageResource, address,
                picture.scaledToWidth(qRound(width * pixelRatio), Qt::SmoothTransformation));
            format.setName(address.toString());
            format.setWidth(width);
            QTextCursor cursor(block);
            cursor.setPosition(part.fragment().position());
            cursor.setPosition(part.fragment().position() + part.fragment().length(), QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
            break; // each is in its own paragraph
        }
    }
}

} // namespace

void ManualWindow::open(const QString& page)
{
    static QPointer<ManualWindow> window;
    if (!window)
        window = new ManualWindow;
    if (!page.isEmpty())
        window->showPage(page);
    window->show();
    window->raise();
    window->activateWindow();
}

ManualWindow::ManualWindow()
    : m_text(new QTextBrowser)
    , m_pages(new QListWidget)
    , m_search(new QLineEdit)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Tensorloupe manual"));
    resize(manualSize);
    m_text->setOpenExternalLinks(true);
    m_text->document()->setDocumentMargin(16);
    m_text->setAccessibleName(tr("Page of the manual"));
    m_pages->setSpacing(2);
    m_pages->setAccessibleName(tr("Pages of the manual"));
    auto* const splitter = new QSplitter;
    splitter->addWidget(m_pages);
    splitter->addWidget(m_text);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({190, manualSize.width() - 190});
    splitter->setChildrenCollapsible(false);
    setCentralWidget(splitter);
    makeToolBar();
    listPages();
    connect(m_text, &QTextBrowser::sourceChanged, this, &ManualWindow::onPageChanged);
    connect(m_pages, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item)
            showPage(item->data(Qt::UserRole).toString());
    });
    showPage(firstPage);
    m_text->setFocus();
}

void ManualWindow::makeToolBar()
{
    QToolBar* const bar = addToolBar(tr("Tool bar"));
    bar->setMovable(false);
    bar->toggleViewAction()->setVisible(false);
    QAction* const back = bar->addAction(tr("Back"), m_text, &QTextBrowser::backward);
    back->setShortcuts(QKeySequence::Back);
    back->setEnabled(false);
    QAction* const forward = bar->addAction(tr("Forward"), m_text, &QTextBrowser::forward);
    forward->setShortcuts(QKeySequence::Forward);
    forward->setEnabled(false);
    connect(m_text, &QTextBrowser::backwardAvailable, back, &QAction::setEnabled);
    connect(m_text, &QTextBrowser::forwardAvailable, forward, &QAction::setEnabled);
    bar->addSeparator();
    m_search->setPlaceholderText(tr("Find on this page"));
    m_search->setAccessibleName(tr("Find on this page"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(260);
    bar->addWidget(m_search);
    connect(m_search, &QLineEdit::returnPressed, this, &ManualWindow::findNext);
    auto* const find = new QAction(this);
    find->setShortcuts(QKeySequence::Find);
    connect(find, &QAction::triggered, m_search, qOverload<>(&QWidget::setFocus));
    auto* const close = new QAction(this);
    close->setShortcuts({QKeySequence(Qt::Key_Escape), QKeySequence(Qt::CTRL | Qt::Key_W)});
    connect(close, &QAction::triggered, this, &QWidget::close);
    addActions({find, close});
}

void ManualWindow::listPages()
{
    const std::pair<QString, QString> pages[] = {{firstPage, tr("Start")},
        {QStringLiteral("formats.md"), tr("Formats")}, {QStringLiteral("window.md"), tr("The window")},
        {QStringLiteral("what-it-is.md"), tr("What a model is")}, {QStringLiteral("lora.md"), tr("LoRA adapters")},
        {QStringLiteral("values.md"), tr("Values")}, {QStringLiteral("spectrum.md"), tr("Spectrum")},
        {QStringLiteral("quantized.md"), tr("Quantized checkpoints")}, {QStringLiteral("filter.md"), tr("Filters")},
        {QStringLiteral("compare.md"), tr("Compare")}, {QStringLiteral("rearrangements.md"), tr("Rearrangements")},
        {QStringLiteral("edit.md"), tr("Edit, save, convert")}, {QStringLiteral("remote.md"), tr("Files on servers")},
        {QStringLiteral("runs.md"), tr("Training runs")}, {QStringLiteral("many-machines.md"), tr("Many machines")},
        {QStringLiteral("command-line.md"), tr("Command line")}};
    for (const auto& [page, title] : pages) {
        auto* const item = new QListWidgetItem(title, m_pages);
        item->setData(Qt::UserRole, page);
    }
}

void ManualWindow::showPage(const QString& page)
{
    if (m_text->source() != addressOf(page))
        m_text->setSource(addressOf(page), QTextDocument::MarkdownResource);
}

void ManualWindow::onPageChanged(const QUrl& address)
{
    formatTables(*m_text->document(), palette());
    formatHeadings(*m_text->document());
    formatPictures(*m_text->document(), devicePixelRatioF());
    const QString page = address.fileName();
    for (int row = 0; row < m_pages->count(); ++row) {
        if (m_pages->item(row)->data(Qt::UserRole).toString() == page)
            m_pages->setCurrentRow(row);
    }
}

/// Searches from the cursor on, and wraps around at the end of the page.
void ManualWindow::findNext()
{
    if (m_text->find(m_search->text()))
        return;
    m_text->moveCursor(QTextCursor::Start);
    m_text->find(m_search->text());
}

} // namespace loupe
