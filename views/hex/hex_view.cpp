#include "views/hex/hex_view.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/values/value_text.h"
#include "views/colors/theme.h"
#include "views/hex/hex_area.h"
#include "views/hex/hex_inspector.h"
#include "views/hex/hex_rows.h"
#include "views/kit/elided_label.h"
#include "views/kit/plain_text.h"
#include "views/kit/tab_order.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>

namespace loupe {

namespace {

QString hexOffset(std::uint64_t offset)
{
    return QStringLiteral("0x") + QString::number(offset, 16);
}

} // namespace

HexView::HexView(QWidget* parent)
    : QWidget(parent)
    , m_scopeBox(new QComboBox)
    , m_offsetEdit(new QLineEdit)
    , m_note(new ElidedLabel)
    , m_cursorText(new ElidedLabel)
    , m_area(new HexArea)
    , m_inspector(new HexInspector)
    , m_inspects(new QToolButton)
{
    m_scopeBox->addItems({tr("Tensor"), tr("Header"), tr("Whole file")});
    m_scopeBox->setAccessibleName(tr("Bytes to show"));
    m_offsetEdit->setPlaceholderText(tr("Go to offset"));
    m_offsetEdit->setToolTip(tr("Byte offset in the file: 4096, 0x1000, or +16 from the cursor"));
    m_offsetEdit->setAccessibleName(tr("Go to offset"));
    m_offsetEdit->setFont(monospaceFont());
    m_offsetEdit->setFixedWidth(m_offsetEdit->fontMetrics().horizontalAdvance(u'0') * 20);
    m_note->setMuted(true);
    m_cursorText->setAccessibleName(tr("Byte under the cursor"));
    m_cursorText->setFont(monospaceFont());

    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 8, 8, 8);
    bar->setSpacing(8);
    bar->addWidget(m_scopeBox);
    bar->addWidget(m_note, 1);
    bar->addWidget(m_offsetEdit);
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(8, 4, 8, 4);
    foot->addWidget(m_cursorText, 1);
    m_inspects->setText(tr("Inspector"));
    m_inspects->setToolTip(tr("Show the bytes at the cursor as a value of each dtype"));
    m_inspects->setCheckable(true);
    m_inspects->setChecked(true);
    m_inspects->setFocusPolicy(Qt::StrongFocus);
    foot->addWidget(m_inspects);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_area, 1);
    layout->addLayout(foot);
    layout->addWidget(m_inspector);
    tabInOrder({m_scopeBox, m_offsetEdit, m_area, m_inspects});
    connect(m_inspects, &QAbstractButton::toggled, this, &HexView::showInspector);

    connect(m_scopeBox, &QComboBox::activated, this, [this](int index) { setScope(Scope(index)); });
    connect(m_offsetEdit, &QLineEdit::returnPressed, this, &HexView::goToTypedOffset);
    connect(m_area, &HexArea::cursorMoved, this, &HexView::updateCursorText);
    connect(m_area, &HexArea::copyWanted, this, &HexView::copy);
    connect(m_area, &HexArea::pageWanted, this, [this](ByteRange range) {
        m_pages.request(m_file, range);
        emit busyChanged();
    });
    connect(&m_pages, &HexPages::ready, this, [this](const HexArea::PagePtr& page) {
        m_area->setPage(page);
        emit busyChanged();
    });
    connect(&m_pages, &HexPages::failed, this, [this](const Error& error) {
        m_area->setMessage(shownText(describe(error), longestMessage));
        emit busyChanged();
    });
    connect(&m_copying, &HexPages::ready, this, [this](const HexArea::PagePtr& page) { putOnClipboard(*page); });
    connect(&m_copying, &HexPages::failed, this,
        [this](const Error& error) { m_cursorText->setText(shownText(describe(error), longestMessage)); });
    showScope();
}

void HexView::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_checkpoint = std::move(checkpoint);
    m_pages.setCheckpoint(m_checkpoint);
    m_copying.setCheckpoint(m_checkpoint);
    m_tensor.reset();
    m_file = 0;
    m_scope = Scope::Header;
    showScope();
}

void HexView::setTensor(std::optional<std::uint32_t> tensor)
{
    if (m_tensor == tensor)
        return;
    if (tensor && (!m_checkpoint || *tensor >= m_checkpoint->tensors.size()))
        return;
    m_tensor = tensor;
    if (tensor) {
        setScope(Scope::Tensor);
        return;
    }
    if (m_scope == Scope::Tensor)
        m_scope = Scope::Header;
    showScope();
}

void HexView::setScope(Scope scope)
{
    if (scope == Scope::Tensor && !m_tensor)
        return;
    m_scope = scope;
    if (scope == Scope::Tensor) // another shard's bytes may have been shown meanwhile
        m_file = m_checkpoint->tensors[*m_tensor].file;
    showScope();
}

void HexView::showOffset(std::uint32_t file, std::uint64_t offset)
{
    if (!m_checkpoint || file >= m_checkpoint->files.size())
        return;
    m_file = file;
    m_scope = offset < m_checkpoint->files[file].header.end ? Scope::Header : Scope::File;
    showScope();
    m_area->goTo(offset);
}

bool HexView::isBusy() const
{
    return m_area->waiting();
}

void HexView::updateScopes()
{
    m_scopeBox->setEnabled(m_checkpoint != nullptr);
    m_offsetEdit->setEnabled(m_checkpoint != nullptr);
    m_scopeBox->setCurrentIndex(int(m_scope));
    m_scopeBox->setItemData(int(Scope::Tensor), m_tensor ? QVariant() : QVariant(0), Qt::UserRole - 1);
}

void HexView::showScope()
{
    updateScopes();
    m_note->setText({});
    m_note->setNames({});
    if (!m_checkpoint || m_checkpoint->files.empty()) {
        m_area->setMessage(tr("Open a file to see its bytes"));
        return;
    }
    const CheckpointFile& file = m_checkpoint->files[m_file];
    const QString name = printableText(toQString(file.path.filename()));
    if (!file.source) {
        m_area->setMessage(tr("%1 could not be opened.").arg(name));
        return;
    }
    if (m_scope != Scope::Tensor) {
        const bool header = m_scope == Scope::Header;
        const ByteRange shown{0, header ? std::min(file.header.end, file.size()) : file.size()};
        m_note->setText(header ? tr("Header of %1").arg(name) : name);
        m_area->setShown(shown, std::nullopt);
        if (shown.empty())
            m_area->setMessage(!header ? tr("This file is empty.")
                    : file.describedBy
                    ? tr("This file has no header. %1 describes its contents.")
                          .arg(printableText(toQString(m_checkpoint->files[*file.describedBy].path.filename())))
                    : file.headerBytes() > 0
                    ? tr("The headers of this file are between its tensors. Choose Whole file to see them.")
                    : tr("This file has no readable header."));
        return;
    }
    const Tensor& tensor = m_checkpoint->tensors[*m_tensor];
    const ByteRange shown = intersect(tensor.bytes, {0, file.size()});
    QString note = shownText(tensor.name);
    m_note->setNames({note});
    if (shown.empty()) {
        m_area->setMessage(tensor.bytes.empty()
                ? tr("This tensor has no bytes.")
                : tr("This tensor starts at %1, past the end of the file at %2.")
                      .arg(groupedCount(tensor.bytes.begin), groupedCount(file.size())));
    } else {
        if (shown != tensor.bytes)
            note = tr("%1: the file ends %2 byte(s) too early", nullptr, pluralOf(tensor.bytes.end - shown.end))
                       .arg(note, groupedCount(tensor.bytes.end - shown.end));
        m_area->setShown(shown, tensor.storage ? DType::Opaque : tensor.dtype);
    }
    m_note->setText(note);
}

void HexView::goToTypedOffset()
{
    QString text = m_offsetEdit->text().remove(u',').remove(u' ').remove(u'_');
    const bool relative = text.startsWith(u'+');
    bool valid = false;
    if (relative)
        text.remove(0, 1);
    const bool hexadecimal = text.startsWith(QLatin1String("0x"), Qt::CaseInsensitive);
    const std::uint64_t number = text.mid(hexadecimal ? 2 : 0).toULongLong(&valid, hexadecimal ? 16 : 10);
    const std::uint64_t offset = relative && valid ? m_area->cursor() + number : number;
    if (!valid || offset < number) {
        m_cursorText->setText(tr("Not an offset. Examples: 4096, 0x1000, +16"));
        return;
    }
    const std::uint64_t end = fileSize();
    if (offset >= end) {
        m_cursorText->setText(end > 0
                ? tr("No byte %1. The last one is %2").arg(groupedCount(offset), groupedCount(end - 1))
                : tr("No bytes here"));
        return;
    }
    if (!m_area->shown().contains(offset))
        setScope(Scope::File);
    m_area->goTo(offset);
    m_area->setFocus();
}

/// The size of the shown file; 0 if there is none or it could not be opened.
std::uint64_t HexView::fileSize() const
{
    if (!m_checkpoint || m_file >= m_checkpoint->files.size() || !m_checkpoint->files[m_file].source)
        return 0;
    return m_checkpoint->files[m_file].size();
}

QString HexView::readout() const
{
    return m_cursorText->text();
}

QString HexView::valueAtCursor(const Tensor& tensor) const
{
    const auto element = elementAt(tensor, m_area->cursor());
    if (!element || !m_area->page())
        return {};
    const QString value = elementText(*m_area->page(), tensor, *element);
    return value.isEmpty() ? value
                           : tr("%1 = %2", "index, value").arg(indexText(tensor.shape, *element), shownNumber(value));
}

/// Shows the inspector only if it leaves room for the bytes.
void HexView::showInspector()
{
    constexpr int leastForBytes = 200; // pixels
    const bool fits = height() - m_inspector->sizeHint().height() >= leastForBytes;
    m_inspects->setEnabled(fits);
    m_inspector->setVisible(fits && m_inspects->isChecked());
}

QSize HexView::minimumSizeHint() const
{
    const QSize all = QWidget::minimumSizeHint();
    return {all.width(), all.height() - (m_inspector->isHidden() ? 0 : m_inspector->minimumSizeHint().height())};
}

void HexView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showInspector();
}

/// Inspects from the first selected byte on, limited to the loaded page and the range shown.
void HexView::inspectCursor()
{
    const ByteRange selection = m_area->selection();
    const HexArea::PagePtr& page = m_area->page();
    if (selection.empty() || !page || !page->range.contains(selection.begin))
        return m_inspector->setBytes({});
    const std::uint64_t end = std::min(page->range.end, m_area->shown().end);
    m_inspector->setBytes(std::span(page->bytes).subspan(selection.begin - page->range.begin, end - selection.begin));
}

void HexView::updateCursorText()
{
    inspectCursor();
    const ByteRange selection = m_area->selection();
    if (selection.empty()) {
        m_cursorText->setText({});
        return;
    }
    const std::uint64_t offset = m_area->cursor();
    QStringList texts{QStringLiteral("%1 (%2)").arg(hexOffset(offset), groupedCount(offset))};
    if (selection.size() > 1)
        texts += tr("%1 byte(s) selected", nullptr, pluralOf(selection.size())).arg(groupedCount(selection.size()));
    if (m_scope == Scope::Tensor)
        texts += valueAtCursor(m_checkpoint->tensors[*m_tensor]);
    else if (const HeaderField* const field = m_area->fieldAt(offset))
        texts += fieldText(*field);
    texts.removeAll(QString());
    m_cursorText->setText(texts.join(QStringLiteral("   ")));
    m_area->setAccessibleDescription(m_cursorText->text());
}

void HexView::copy(ByteRange range)
{
    if (range.size() > maximumCopy) {
        m_cursorText->setText(tr("At most %1 byte(s) can be copied at once", nullptr, pluralOf(maximumCopy))
                                  .arg(groupedCount(maximumCopy)));
        return;
    }
    m_copying.request(m_file, range);
}

void HexView::putOnClipboard(const HexPage& page)
{
    const QByteArray bytes(reinterpret_cast<const char*>(page.bytes.data()), qsizetype(page.bytes.size()));
    QApplication::clipboard()->setText(QString::fromLatin1(bytes.toHex(' ')));
    m_cursorText->setText(
        tr("Copied %1 byte(s)", nullptr, pluralOf(page.range.size())).arg(groupedCount(page.range.size())));
}

} // namespace loupe
