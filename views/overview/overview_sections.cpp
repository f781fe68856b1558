// The sections of OverviewView that only show facts about a checkpoint.

#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "views/kit/elided_label.h"
#include "views/kit/flow_layout.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"
#include "views/overview/architecture_drawing.h"
#include "views/overview/overview_view.h"
#include "views/overview/page_parts.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace loupe {

namespace {

QString text(const std::string& made)
{
    return toQString(made);
}

QString quantizationText(const Checkpoint& checkpoint)
{
    struct Counts {
        std::uint64_t weights = 0;
        std::uint64_t parts = 0;
    };
    const QuantizedGroups& groups = *checkpoint.quantized;
    Counts decoded;
    Counts others;
    for (const QuantizedGroups::Group& group : groups.list) {
        Counts& counts = checkpoint.tensors[group.tensor].dtype == DType::Opaque ? others : decoded;
        ++counts.weights;
        counts.parts += group.parts.size();
    }
    QStringList sentences;
    if (decoded.weights > 0)
        sentences << OverviewView::tr(
            "%1 quantized weight(s), stored in %2, are shown dequantized.", nullptr, pluralOf(decoded.weights))
                         .arg(groupedCount(decoded.weights), tensorCountText(decoded.parts));
    if (others.weights > 0)
        sentences << OverviewView::tr(
            "The values of %1 quantized weight(s), stored in %2, cannot be decoded.", nullptr, pluralOf(others.weights))
                         .arg(groupedCount(others.weights), tensorCountText(others.parts));
    const QString sentence = sentences.join(u' ');
    if (!groups.evidence.empty())
        return OverviewView::tr("%1 The scheme is named in %2.", "sentence, file")
            .arg(sentence, shownText(groups.evidence));
    return groups.areDescribed()
        ? OverviewView::tr("%1 The scheme is named in descriptions among the tensors.", "sentence").arg(sentence)
        : OverviewView::tr("%1 The scheme follows from names and shapes.", "sentence").arg(sentence);
}

/// Why the family of a model is unknown.
QStringList missingEvidence(const ModelReport& report)
{
    const QString config = shownText(toQString(report.config.file()));
    return {config.isEmpty() ? OverviewView::tr("No config.json beside the file and no metadata in it name a family.")
                             : OverviewView::tr("%1 names no family that is known.").arg(config),
        OverviewView::tr("No known family has tensors with these names and shapes.")};
}

QString tensorsText(std::uint64_t count)
{
    return tensorCountText(count);
}

} // namespace

void OverviewView::addTitle(QBoxLayout& page, const ModelCard& card)
{
    auto* const title = new ElidedLabel(printableText(toQString(checkpoint().path.filename())));
    title->setFont(titleFont(title->font()));
    page.addWidget(title);
    const QString separator = QStringLiteral(" · ");
    const QString format = formatTitle(checkpoint());
    const bool isUnknown = card.name.isEmpty() && checkpoint().tensors.size() > 1; // a single array is not a model
    const QString name = isUnknown ? tr("Family unknown") : card.name;
    auto* const kind = new SelectableLabel(shownSentence(name.isEmpty() ? format : name + separator + format));
    kind->setWordWrap(true);
    const QStringList evidence = isUnknown ? missingEvidence(*m_overview.facts()->model) : card.nameEvidence;
    if (!evidence.isEmpty())
        kind->setToolTip(plainToolTip(evidence.join(u'\n')));
    page.addSpacing(4);
    page.addWidget(kind);
    if (card.details.isEmpty())
        return;
    QString details = card.details.join(separator);
    details.replace(u' ', QChar(0xa0))
        .replace(QStringLiteral("\u00a0·\u00a0"), QStringLiteral("\u00a0· ")); // breaks there
    auto* const model = new SelectableLabel(shownSentence(details));
    model->setWordWrap(true);
    model->setForegroundRole(QPalette::PlaceholderText);
    model->setToolTip(plainToolTip(card.detailHelp.join(u'\n')));
    page.addWidget(model);
}

void OverviewView::addArchitecture(QBoxLayout& page, const OverviewFacts& facts)
{
    if (!ArchitectureDrawing::isFor(facts))
        return;
    auto* const drawing = new ArchitectureDrawing(facts);
    connect(drawing, &ArchitectureDrawing::groupChosen, this, &OverviewView::groupChosen);
    page.addSpacing(12);
    page.addWidget(drawing);
}

void OverviewView::addTotals(QBoxLayout& page, const OverviewFacts& facts)
{
    FlowLayout& flow = addFigures(page);
    const auto add = [&](const QString& number, const QString& exact, const QString& words, const QString& definition) {
        addFigure(flow, number, exact, words, definition);
    };
    add(text(formatCount(facts.totals.tensors)), tensorsText(facts.totals.tensors),
        tr("tensor(s)", "below a number", pluralOf(facts.totals.tensors)), tr("Arrays of numbers, each with a name."));
    if (facts.model->architecture.parameters.unknownWeights > 0)
        add(tr("unknown", "number of parameters"), {}, tr("parameter(s)", "below a number", 2),
            tr("Nothing tells how many elements the codes of some quantized weights stand for."));
    else
        add(text(formatShort(facts.totals.elements)), parameterCountText(facts.totals.elements),
            tr("parameter(s)", "below a number", pluralOf(facts.totals.elements)),
            tr("Elements of all tensors together; those of shared storage count once."));
    add(text(formatBytes(facts.declaredBytes)), byteCountText(facts.declaredBytes),
        facts.incompleteTensors > 0 ? tr("declared in tensors") : tr("in tensors"),
        facts.incompleteTensors > 0 ? tr("What the tensors would take if none were cut off.")
                                    : tr("What the values of the tensors take in the files."));
    if (facts.bitsPerElement) {
        const QString bits = QString::number(*facts.bitsPerElement, 'f', 2);
        add(bits, tr("%1 bits").arg(*facts.bitsPerElement, 0, 'g', 10), tr("bits per parameter"),
            tr("Bits in the files for each parameter, scales and other parts of quantized weights included."));
    }
    add(text(formatBytes(facts.headerBytes)), byteCountText(facts.headerBytes),
        checkpoint().files.size() > 1 ? tr("in headers") : tr("in the header"),
        tr("What says where each tensor is, its type and its shape, with the metadata."));
    add(text(formatBytes(facts.fileBytes)), byteCountText(facts.fileBytes),
        checkpoint().files.size() > 1 ? tr("in files") : tr("in the file"),
        tr("All bytes: headers, tensors, and what lies between them."));
    if (facts.sharedTensors > 0)
        add(text(formatCount(facts.sharedTensors)), tensorsText(facts.sharedTensors), tr("shared, counted once"),
            tr("Tensors whose bytes are those of another tensor, or a part of them."));
}

/// Shows the largest tensor in one line at the top; nothing if all tensors have the same size.
void OverviewView::addLargest(QBoxLayout& page, const OverviewFacts& facts)
{
    if (facts.largest.bySize.empty() || facts.equalBytes)
        return;
    const TensorFamily& family = facts.largest.bySize.front();
    m_largestOne = new LinkButton(familyName(family.name));
    connect(
        m_largestOne, &QAbstractButton::clicked, this, [this, tensor = family.first] { emit tensorChosen(tensor); });
    QString details =
        shownShape(checkpoint().tensors[family.first].shape) + QStringLiteral(" · ") + text(formatBytes(family.each));
    if (family.count > 1)
        details = tr("%1 each, ×%2", "shape and size, how many").arg(details, groupedCount(family.count));
    auto* const line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(mutedLabel(tr("Largest")));
    line->addWidget(m_largestOne);
    line->addWidget(plainLabel(details));
    line->addStretch(1);
    page.addSpacing(6);
    page.addLayout(line);
}

void OverviewView::addQuantization(QBoxLayout& page)
{
    const auto view = m_overview.checkpoint()->quantized;
    if (!view)
        return;
    addHeading(page, tr("Quantization"));
    const bool isStored = *view == QuantizedView::Stored;
    auto* const words = new SelectableLabel(
        isStored ? tr("Codes and scales are shown as they are stored.") : quantizationText(checkpoint()));
    words->setWordWrap(true);
    page.addWidget(words);
    auto* const link = new LinkButton(isStored ? tr("Show quantized weights") : tr("Show stored tensors"));
    connect(link, &LinkButton::clicked, this,
        [this, isStored] { emit quantizedViewWanted(isStored ? QuantizedView::Weights : QuantizedView::Stored); });
    page.addSpacing(4);
    page.addWidget(link, 0, Qt::AlignLeft);
}

void OverviewView::addStructure(QBoxLayout& page, const OverviewFacts& facts)
{
    if (facts.repetitions.empty())
        return;
    addHeading(page, tr("Repeated blocks"));
    QGridLayout* const grid = addGrid(page);
    int row = 0;
    for (const auto& repetition : facts.repetitions) {
        auto* const path = new LinkButton(text(repetition.path));
        m_blocks.push_back(path);
        connect(path, &QAbstractButton::clicked, this, [this, group = repetition.group] { emit groupChosen(group); });
        grid->addWidget(path, row, 0);
        QString words = tr("%1 × %2 · %3 parameter(s) each", "blocks, tensors", pluralOf(repetition.elementsPerBlock))
                            .arg(text(formatCount(repetition.blocks)), tensorsText(repetition.tensorsPerBlock),
                                text(formatShort(repetition.elementsPerBlock)));
        const std::uint32_t others = repetition.total - repetition.blocks;
        if (repetition.tensorsPerOther > 0 && others > 1)
            words = tr("%1; blocks %2–%3: %4 each")
                        .arg(words, text(repetition.firstOther), text(repetition.lastOther),
                            tensorsText(repetition.tensorsPerOther));
        else if (repetition.tensorsPerOther > 0)
            words =
                tr("%1; block %2: %3").arg(words, text(repetition.firstOther), tensorsText(repetition.tensorsPerOther));
        else if (others > 0)
            words = tr("%1; %2 block(s) differ", nullptr, pluralOf(others)).arg(words, groupedCount(others));
        QLabel* const each = mutedLabel(words);
        each->setWordWrap(true);
        grid->addWidget(each, row, 1);
        ++row;
    }
    if (facts.furtherRepetitions > 0)
        grid->addWidget(
            mutedLabel(tr("and %1 more", "stacks of blocks").arg(groupedCount(facts.furtherRepetitions))), row, 0);
    grid->setColumnStretch(1, 1);
    constexpr int roomForWords = 200; // a long path is elided
    grid->setColumnMinimumWidth(1, roomForWords);
}

void OverviewView::addHighlights(QBoxLayout& page, const OverviewFacts& facts)
{
    if (facts.highlights.empty())
        return;
    addHeading(page, tr("Metadata"));
    QGridLayout* const grid = addGrid(page);
    int row = 0;
    for (const auto& [key, value] : facts.highlights) {
        const auto shown = [](const std::string& one) {
            return one.empty() ? tr("(empty)") : printableText(text(one));
        };
        grid->addWidget(mutedLabel(shown(key)), row, 0, Qt::AlignTop);
        auto* const words = new SelectableLabel(shown(value));
        words->setWordWrap(true);
        words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        grid->addWidget(words, row, 1);
        ++row;
    }
    grid->setColumnStretch(1, 1);
}

} // namespace loupe
