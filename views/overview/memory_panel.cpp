#include "views/overview/memory_panel.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "insight/caching_layers.h"
#include "insight/memory.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/engine_words.h"
#include "items/language/plural.h"
#include "views/kit/flow_layout.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"
#include "views/overview/page_parts.h"

#include <QComboBox>
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

/// The precisions that runtimes use for the cache. The wheel changes it only while it has the focus.
class PrecisionBox : public QComboBox {
public:
    explicit PrecisionBox(const QString& name)
    {
        for (const unsigned bytes : {4U, 2U, 1U})
            addItem(MemoryPanel::tr("%1-bit").arg(8 * bytes), bytes);
        setCurrentIndex(1);
        setAccessibleName(name);
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QComboBox::wheelEvent(event);
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
    case EncoderTokens:
        return MemoryPanel::tr("%1 token(s) of the encoder", nullptr, plural).arg(number);
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

/// True if the size of the cache is shown, or why it is unknown.
bool showsCache(const ModelReport& report)
{
    if (report.model.family)
        return hasCache(report.config, report.model);
    const auto cache = keyValueCache(report.architecture, report.config, report.model, {.tokens = 1});
    return std::holds_alternative<CacheNeed>(cache);
}

} // namespace

bool MemoryPanel::isFor(const Checkpoint& checkpoint, const ModelReport& report)
{
    if (checkpoint.wholeModel || report.architecture.parameters.total == 0)
        return false;
    if (!report.model.family)
        return !report.config.isEmpty() && report.architecture.find(ArchitectureFigure::Layers).has_value();
    const ModelKind kind = report.model.family->kind;
    return kind != ModelKind::Adapter && kind != ModelKind::TrainingState && kind != ModelKind::Embedding;
}

MemoryPanel::MemoryPanel(std::uint64_t storedBytes, std::shared_ptr<const ModelReport> report, QWidget* parent)
    : QWidget(parent)
    , m_storedBytes(storedBytes)
    , m_report(std::move(report))
{
    setAccessibleName(tr("Memory"));
    auto* const rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    addHeading(*rows, tr("Memory"));
    addWeights(*rows);
    if (showsCache(*m_report))
        addCache(*rows);
}

void MemoryPanel::addWeights(QBoxLayout& rows) const
{
    auto* const flow = new FlowLayout({32, 8}, FlowLayout::Form::Columns);
    rows.addLayout(flow);
    const auto add = [&](std::uint64_t bytes, const QString& words, const QString& definition) {
        addFigure(*flow, toQString(formatBytes(bytes)), byteCountText(bytes), words, definition);
    };
    add(m_storedBytes, tr("weights as stored"), tr("What the tensors take in the file."));
    if (m_report->architecture.parameters.unknownWeights > 0)
        return;
    for (const unsigned bits : {32U, 16U, 8U, 4U}) {
        constexpr unsigned fewestOfFloats = 16;
        const QString each = tr("Each parameter takes %1 bits.").arg(bits);
        add(weightBytes(m_report->architecture.parameters.total, bits), tr("%1-bit").arg(bits),
            bits < fewestOfFloats ? each + u' ' + tr("Excludes the scales of quantized weights.") : each);
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
    m_tokens = new CountBox(tr("Context"), mostTokens, tokenStep);
    m_sequences = new CountBox(tr("Batch size"), mostSequences, 1);
    m_precision = new PrecisionBox(tr("KV cache precision"));
    m_tokens->setToolTip(plainToolTip(tr("The number of tokens in each sequence whose keys and values are cached")));
    m_sequences->setToolTip(plainToolTip(tr("The number of sequences that the model processes at the same time")));
    m_precision->setToolTip(plainToolTip(tr("The size of each cached number")));
    m_tokens->setValue(context ? double(*context) : usualTokens);
    auto* const choices = new FlowLayout({16, 8});
    addNamed(*choices, tr("Context"), m_tokens);
    addNamed(*choices, tr("Batch size"), m_sequences);
    addNamed(*choices, tr("KV cache"), m_precision);
    rows.addLayout(choices);
    rows.addSpacing(8);
    auto* const results = new FlowLayout({32, 8});
    for (QLabel** const label : {&m_cache, &m_total}) {
        *label = plainLabel({});
        (*label)->setFont(titleFont((*label)->font()));
        results->addWidget(*label);
    }
    rows.addLayout(results);
    rows.addSpacing(4);
    rows.addWidget(m_formula);
    connect(m_tokens, &QDoubleSpinBox::valueChanged, this, &MemoryPanel::showCache);
    connect(m_sequences, &QDoubleSpinBox::valueChanged, this, &MemoryPanel::showCache);
    connect(m_precision, &QComboBox::currentIndexChanged, this, &MemoryPanel::showCache);
    showCache();
}

void MemoryPanel::showCache()
{
    const RunOptions options{.tokens = std::uint64_t(m_tokens->value()),
        .sequences = std::uint64_t(m_sequences->value()),
        .bytesPerElement = m_precision->currentData().toULongLong()};
    const auto cache = keyValueCache(m_report->architecture, m_report->config, m_report->model, options);
    const auto* const need = std::get_if<CacheNeed>(&cache);
    if (!need)
        return; // it was already shown with other numbers
    const std::uint64_t total = saturatingAdd(m_storedBytes, need->bytes);
    m_cache->setText(tr("KV cache: %1").arg(toQString(formatBytes(need->bytes))));
    m_cache->setToolTip(plainToolTip(tr("The keys and values of earlier tokens: %1").arg(byteCountText(need->bytes))));
    m_total->setText(tr("Total: %1").arg(toQString(formatBytes(total))));
    m_total->setToolTip(
        plainToolTip(tr("The weights as stored and the KV cache: %1. Excludes activations and the runtime.")
                         .arg(byteCountText(total))));
    QString formula = tr("KV cache: %1").arg(shownFormula(need->formula));
    if (need->isEstimate)
        formula += u'\n' + tr("An estimate, because the family of the model is unknown.");
    const auto context = m_report->architecture.find(ArchitectureFigure::Context);
    if (context && need->tokens > *context)
        formula +=
            u'\n' + tr("The context of the model is only %1.").arg(pieceText({FormulaPiece::Unit::Tokens, *context}));
    m_formula->setText(formula);
    m_formula->setToolTip(m_cache->toolTip());
}

} // namespace loupe
