#include "views/values/values_view.h"

#include "core/quantization.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/values/origin_text.h"
#include "views/kit/plain_text.h"
#include "views/values/slice_bar.h"
#include "views/values/value_messages.h"
#include "views/values/values_area.h"

#include <QApplication>
#include <QClipboard>

namespace loupe {

ValuesView::ValuesView(QWidget* parent)
    : ValuesPanel({tr("NaN/Inf"), tr("Previous NaN or infinity in the whole tensor (Shift+F3)"),
                      tr("Next NaN or infinity in the whole tensor (F3)")},
        nullptr, parent)
    , m_area(new ValuesArea)
{
    setTable(m_area);
    connectControls();
    connectJobs();
    showTensor();
}

void ValuesView::connectControls()
{
    connect(this, &ValuesPanel::sliceChanged, this, &ValuesView::showSlice);
    connect(this, &ValuesPanel::notationChanged, this, [this] {
        m_area->setNotation(notation());
        updateReadout();
    });
    connect(this, &ValuesPanel::elementTyped, this, [this](quint64 element) {
        goTo(element);
        m_area->setFocus();
    });
    connect(this, &ValuesPanel::searchWanted, this, &ValuesView::findNonfinite);
    connect(this, &ValuesPanel::stopWanted, this, &ValuesView::stop);
}

void ValuesView::connectJobs()
{
    connect(m_area, &ValuesArea::currentChanged, this, &ValuesView::updateReadout);
    connect(m_area, &ValuesArea::pageWanted, this, [this](const SliceWindow& window) {
        if (m_active)
            m_pages.request(sliced(), window);
        else
            m_waiting = window;
        emit busyChanged();
    });
    connect(m_area, &ValuesArea::copyWanted, this,
        [this](const SliceWindow& window) { m_pages.copy(sliced(), window, m_area->notation()); });
    connect(&m_pages, &ValuePages::ready, this, [this](const ValuePages::PagePtr& page) {
        m_area->setPage(page);
        emit busyChanged();
    });
    connect(&m_pages, &ValuePages::copied, this, [this](const QString& table, quint64 values) {
        QApplication::clipboard()->setText(table);
        setReadout(tr("Copied %1 value(s)", nullptr, pluralOf(values)).arg(groupedCount(values)));
    });
    connect(&m_pages, &ValuePages::failed, this, [this](const Error& error) {
        const QString sentence = shownText(describe(error), longestMessage);
        if (error.code == ErrorCode::TooLarge) // only a copy failed; the table is fine
            setReadout(sentence);
        else
            showMessage(sentence);
        emit busyChanged();
    });
    connect(&m_search, &ValueSearch::found, this, &ValuesView::goTo);
    connect(
        &m_search, &ValueSearch::notFound, this, [this] { setReadout(tr("This tensor has no NaN and no infinity.")); });
    connect(&m_search, &ValueSearch::failed, this,
        [this](const Error& error) { showMessage(shownText(describe(error), longestMessage)); });
    connect(&m_search, &ValueSearch::progressed, this,
        [this](const JobProgress& progress) { setReadout(progressText(progress)); });
    connect(&m_search, &ValueSearch::runningChanged, this, [this] {
        updateControls();
        updateReadout();
        emit busyChanged();
    });
}

void ValuesView::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_search.stop(); // this updates the view for the current tensor
    m_checkpoint = std::move(checkpoint);
    m_tensor.reset();
    showTensor();
}

void ValuesView::setTensor(std::optional<std::uint32_t> tensor)
{
    if (m_tensor == tensor || (tensor && (!m_checkpoint || *tensor >= m_checkpoint->tensors.size())))
        return;
    m_search.stop();
    m_tensor = tensor;
    showTensor();
}

void ValuesView::setActive(bool active)
{
    m_active = active;
    if (!active)
        m_search.stop();
    if (active && m_waiting) {
        m_pages.request(sliced(), *m_waiting);
        m_waiting.reset();
        emit busyChanged();
    }
}

bool ValuesView::isBusy() const
{
    return (m_area->waiting() && !m_waiting) || m_search.isRunning();
}

void ValuesView::stop()
{
    m_search.stop();
}

void ValuesView::showTensor()
{
    forgetOrigin();
    offerOrigin(0);
    const QString reason = whyNoValues(m_checkpoint.get(), m_tensor);
    setTitle(m_tensor ? shownText(m_checkpoint->tensors[*m_tensor].name) : QString());
    if (!reason.isEmpty()) {
        showMessage(reason);
        return;
    }
    offerOrigin(isQuantized(m_checkpoint->tensors[*m_tensor]) ? 2 : 0);
    sliceBar().setShape(m_checkpoint->tensors[*m_tensor].shape);
    forgetForeignIndex();
    showSlice();
}

void ValuesView::showSlice()
{
    m_pages.stop();
    m_waiting.reset();
    m_slice = sliceBar().slice();
    m_area->setTable(m_slice, m_checkpoint->tensors[*m_tensor].dtype, sliceBar().isFolded() ? m_slice.columns() : 1);
    updateControls();
    emit busyChanged();
}

void ValuesView::showMessage(const QString& sentence)
{
    m_search.stop();
    m_pages.stop();
    m_waiting.reset();
    m_slice = {};
    sliceBar().hide();
    m_area->setMessage(sentence);
    updateControls();
    emit busyChanged();
}

void ValuesView::goTo(std::uint64_t element)
{
    if (m_slice.empty())
        return;
    sliceBar().include(element); // may switch to another slice first
    if (const auto cell = m_slice.find(element))
        m_area->goTo(*cell);
    updateReadout();
}

void ValuesView::findNonfinite(SearchDirection direction)
{
    if (const auto element = currentElement())
        m_search.start(m_checkpoint, *m_tensor, *element, direction);
}

std::optional<std::uint64_t> ValuesView::currentElement() const
{
    return m_slice.element(m_area->cursor());
}

void ValuesView::updateReadout()
{
    const Slice::Cell cell = m_area->current();
    const auto element = m_slice.element(cell);
    askForOrigin(element);
    if (!element || m_search.isRunning()) {
        setReadout(m_search.isRunning() ? tr("Searching…") : QString());
        return;
    }
    const SliceWindow selection = m_area->selection();
    QString text = indexText(sliceBar().shape(), *element);
    if (const auto bits = m_area->page() ? m_area->page()->bits(cell) : std::nullopt) {
        const CellForm& form = m_area->page()->form;
        const QString number = shownNumber(form.text(*bits, Notation::Decimal));
        if (m_area->page()->isNull(cell))
            text += QStringLiteral(" = ") + nullText();
        else if (isQuantized(m_checkpoint->tensors[*m_tensor])) // its bits are not stored in a file
            text += QStringLiteral(" = ") + number;
        else
            text += tr(" = %1   0x%2").arg(number, form.text(*bits, Notation::Hex));
    }
    if (selection.rows > 1 || selection.columns > 1)
        text += tr("   %1 × %2 selected").arg(groupedCount(selection.rows), groupedCount(selection.columns));
    setReadout(text);
    m_area->setAccessibleDescription(text);
}

void ValuesView::forgetOrigin()
{
    m_originJob.stop();
    m_originOf.reset();
    setOrigin({});
}

/// Requests the origin of a quantized value, which reads codes and scales.
void ValuesView::askForOrigin(std::optional<std::uint64_t> element)
{
    const bool isWanted = element && m_active && m_area->page() && isQuantized(m_checkpoint->tensors[*m_tensor]);
    if (!isWanted)
        return forgetOrigin();
    if (m_originOf == element)
        return;
    m_originOf = element;
    using Origin = Result<std::optional<ValueOrigin>>;
    m_originJob.start(
        [checkpoint = m_checkpoint, tensor = *m_tensor, element = *element](const Work&) {
            return Elements::open(checkpoint, tensor).and_then([&](const Elements& elements) -> Origin {
                return elements.originOf(element);
            });
        },
        [this](const Origin& origin) {
            setOrigin(origin && *origin ? QStringList{originText(**origin), originPlaceText(**origin)} : QStringList());
        });
}

void ValuesView::updateControls()
{
    const bool shown = !m_slice.empty();
    const DType dtype = shown ? m_checkpoint->tensors[*m_tensor].dtype : DType::Opaque;
    const DTypeKind kind = info(dtype).kind;
    setUsable(shown, shown && canBeNonfinite(dtype));
    offerExponents(kind == DTypeKind::Float || kind == DTypeKind::Complex);
    if (notation() != m_area->notation())
        m_area->setNotation(notation());
    setSearching(m_search.isRunning());
}

SlicedTensor ValuesView::sliced() const
{
    return {m_checkpoint, *m_tensor, m_slice};
}

} // namespace loupe
