#include "views/overview/memory_panel.h"

#include "core/text/text.h"
#include "insight/memory.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/engine_words.h"
#include "items/language/plural.h"
#include "views/kit/flow_layout.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"
#include "views/overview/page_parts.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <variant>

namespace loupe {

namespace {

/// A spin box that the wheel changes only while it has the focus, because it is on a scrolling page.
class CountBox : public QDoubleSpinBox { // QSpinBox ends at 2^31
public:
    CountBox(const QString& name, double most, double step)
    {
        setDecimals(0);
        setRange(1, most);
        setSingleStep(step);
        setAccessibleName(name);
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QDoubleSpinBox::wheelEvent(event);
        else
            event->ignore();
    }
};

void addNamed(FlowLayout& flow, const QString& name, QWidget* box)
{
    QLabel* const label = plainLabel(name);
    label->setBuddy(box);
    label->setToolTip(box->toolTip());
    auto* const together = new QHBoxLayout;
    together->setSpacing(8);
    together->addWidget(label);
    together->addWidget(box);
    flow.addLayout(together);
}

QString pieceText(const FormulaPiece& piece)
{
    using enum FormulaPiece::Unit;
    const QString number = groupedCount(piece.number);
    const int plural = pluralOf(piece.number);
    switch (piece.unit) {
    case Sign:
        return toQString(piece.sign);
    case None:
        return number;
    case Heads:
        return MemoryPanel::tr("%1 head(s)", nullptr, plural).arg(number);
    case Bytes:
        return MemoryPanel::tr("%1 byte(s)", nullptr, plural).arg(number);
    case Layers:
        return MemoryPanel::tr("%1 layer(s)", nullptr, plural).arg(number);
    case Tokens:
        return MemoryPanel::tr("%1 token(s)", nullptr, plural).arg(number);
    case Sequences:
        return MemoryPanel::tr("%1 sequence(s)", nullptr, plural).arg(number);
    }
    return {};
}

/// As formulaText(), in the language of the window.
QString shownFormula(const Formula& formula)
{
    QString text;
    for (const FormulaPiece& piece : formula)
        text += pieceText(piece);
    return text;
}

bool hasCache(const ModelReport& report)
{
    return report.model.family && report.model.family->kind == ModelKind::Decoder;
}

} // namespace

bool MemoryPanel::isFor(const Checkpoint& checkpoint, const ModelReport& report)
{
    if (!report.model.family || checkpoint.wholeModel || report.architecture.parameters.total == 0)
        return false;
    const ModelKind kind = report.model.family->kind;
    return kind != ModelKind::Adapter && kind != ModelKind::TrainingState && kind != ModelKind::Embedding;
}

MemoryPanel::MemoryPanel(std::uint64_t storedBytes, std::shared_ptr<const ModelReport> report, QWidget* parent)
    : QWidget(parent)
    , m_report(std::move(report))
{
    setAccessibleName(tr("Memory"));
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    addHeading(*rows, tr("Memory"));
    addWeights(*rows, storedBytes);
    if (hasCache(*m_report))
        addCache(*rows);
}

void MemoryPanel::addWeights(QBoxLayout& rows, std::uint64_t storedBytes) const
{
    auto* const flow = new FlowLayout({32, 8}, FlowLayout::Form::Columns);
    rows.addLayout(flow);
    const auto add = [&](std::uint64_t bytes, const QString& words, const QString& definition) {
        addFigure(*flow, toQString(formatBytes(bytes)), byteCountText(bytes), words, definition);
    };
    add(storedBytes, tr("weights as stored"), tr("What the tensors take in the file."));
    if (m_report->architecture.parameters.unknownWeights > 0)
        return;
    for (const unsigned bits : {32U, 16U, 8U, 4U}) {
        constexpr unsigned fewestOfFloats = 16;
        const QString each = tr("Each parameter takes %1 bits.").arg(bits);
        add(weightBytes(m_report->architecture.parameters.total, bits), tr("at %1 bits", "each weight").arg(bits),
            bits < fewestOfFloats ? each + u' ' + tr("The scales of quantized weights come on top.") : each);
    }
}

void MemoryPanel::addCache(QBoxLayout& rows)
{
    constexpr double usualTokens = 4096;
    constexpr double mostTokens = 1e9;
    constexpr double mostSequences = 1e6;
    constexpr double tokenStep = 1024;
    const auto context = m_report->architecture.find(ArchitectureFigure::Context);
    const auto cache =
        keyValueCache(m_report->architecture, m_report->config, m_report->model, {.tokens = context.value_or(1)});
    rows.addSpacing(12);
    m_formula = new SelectableLabel;
    m_formula->setWordWrap(true);
    m_formula->setForegroundRole(QPalette::PlaceholderText);
    if (const auto* const why = std::get_if<std::string>(&cache)) {
        m_formula->setText(tr("The size of the cache is not known: %1").arg(engineWord(*why)));
        rows.addWidget(m_formula);
        return;
    }
    m_tokens = new CountBox(tr("Tokens of each sequence"), mostTokens, tokenStep);
    m_sequences = new CountBox(tr("Sequences at once"), mostSequences, 1);
    m_tokens->setToolTip(plainToolTip(tr("How many tokens of each sequence have their keys and values kept")));
    m_sequences->setToolTip(plainToolTip(tr("How many sequences the model reads at once: the batch")));
    m_tokens->setValue(context ? double(*context) : usualTokens);
    m_cache = plainLabel({});
    m_cache->setFont(titleFont(m_cache->font()));
    auto* const flow = new FlowLayout({16, 8});
    addNamed(*flow, tr("Context"), m_tokens);
    addNamed(*flow, tr("Sequences"), m_sequences);
    flow->addWidget(m_cache);
    rows.addLayout(flow);
    rows.addSpacing(4);
    rows.addWidget(m_formula);
    connect(m_tokens, &QDoubleSpinBox::valueChanged, this, &MemoryPanel::showCache);
    connect(m_sequences, &QDoubleSpinBox::valueChanged, this, &MemoryPanel::showCache);
    showCache();
}

void MemoryPanel::showCache()
{
    const RunOptions options{
        .tokens = std::uint64_t(m_tokens->value()), .sequences = std::uint64_t(m_sequences->value())};
    const auto cache = keyValueCache(m_report->architecture, m_report->config, m_report->model, options);
    const auto* const need = std::get_if<CacheNeed>(&cache);
    if (!need)
        return; // it was already shown with other numbers
    m_cache->setText(tr("%1 of cache").arg(toQString(formatBytes(need->bytes))));
    m_cache->setToolTip(
        plainToolTip(tr("Keys and values of earlier tokens, as F16 or BF16: %1").arg(byteCountText(need->bytes))));
    m_formula->setText(tr("Cache: %1").arg(shownFormula(need->formula)));
    m_formula->setToolTip(m_cache->toolTip());
}

} // namespace loupe
