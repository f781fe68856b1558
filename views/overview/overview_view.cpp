#include "views/overview/overview_view.h"

#include "analysis/digests/stated_check.h"
#include "analysis/statistics/health.h"
#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "items/session/edit_session.h"
#include "items/session/findings_model.h"
#include "items/tree/health_scan.h"
#include "items/tree/moved_groups.h"
#include "views/details/digest_panel.h"
#include "views/details/findings_table.h"
#include "views/details/stated_digests_panel.h"
#include "views/kit/elided_label.h"
#include "views/kit/flow_layout.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"
#include "views/overview/adapter_panel.h"
#include "views/overview/architecture_drawing.h"
#include "views/overview/dtype_mix.h"
#include "views/overview/health_panel.h"
#include "views/overview/memory_panel.h"
#include "views/overview/page_parts.h"

#include <QGridLayout>
#include <QLabel>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace loupe {

namespace {

constexpr int pageWidth = 960; // longer lines are hard to follow

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

/// Why the family of a model is not known.
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

OverviewView::OverviewView(QWidget* parent)
    : QScrollArea(parent)
{
    setAccessibleName(tr("Overview"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setBackgroundRole(QPalette::Base);
    connect(&m_overview, &Overview::scalesRead, this, [this] {
        showFindings();
        emit busyChanged();
    });
    connect(&m_overview, &Overview::valuesChecked, this, [this] {
        if (!m_overview.valueFindings()->list().empty())
            showFoundByScan();
        emit busyChanged();
    });
    connect(&m_overview, &Overview::factsChanged, this, [this] {
        rebuild();
        emit digestRunningChanged(); // the old page's has ended with it
        emit busyChanged();
    });
    rebuild();
}

void OverviewView::setScan(HealthScan* scan)
{
    m_scan = scan;
    const auto show = [this] {
        showFindings();
        showFoundByScan();
    };
    connect(scan, &HealthScan::resultsReset, this, show);
    connect(scan, &HealthScan::runningChanged, this, show);
}

void OverviewView::setEditSession(EditSession* session)
{
    m_edits = session;
    connect(session, &EditSession::changed, this, &OverviewView::updateNames);
    connect(&m_naming, &JobRunner::runningChanged, this, &OverviewView::busyChanged);
}

void OverviewView::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_tensor.reset();
    m_digestWanted = false;
    m_overview.setCheckpoint(std::move(opened)); // says that the facts are gone, which takes the old page away
}

void OverviewView::setEmptyText(const QString& sentence)
{
    m_emptyText = sentence;
    if (m_empty && !m_overview.checkpoint())
        m_empty->setText(sentence);
}

void OverviewView::setTensor(std::optional<std::uint32_t> tensor)
{
    if (tensor == m_tensor || (tensor && (!m_overview.checkpoint() || *tensor >= checkpoint().tensors.size())))
        return;
    m_tensor = tensor;
    m_digestWanted = false;
    if (m_digests)
        m_digests->setTensor(tensor);
}

void OverviewView::computeDigest(std::uint32_t tensor)
{
    setTensor(tensor);
    m_digestWanted = m_tensor == tensor;
    if (m_digests)
        startDigest();
}

void OverviewView::startDigest()
{
    if (!std::exchange(m_digestWanted, false))
        return;
    m_digests->computeTensor();
    // A page that was just made gets its sizes on the way back to the event loop.
    QTimer::singleShot(0, m_digests, [this] { ensureWidgetVisible(m_digests); });
}

bool OverviewView::isComputingDigest() const
{
    return (m_digests && m_digests->isBusy()) || (m_stated && m_stated->isBusy());
}

void OverviewView::stopDigest()
{
    if (m_digests)
        m_digests->stop();
    if (m_stated)
        m_stated->stop();
}

bool OverviewView::isBusy() const
{
    return m_overview.checkpoint()
        && (!m_overview.facts() || m_overview.isReadingScales() || m_overview.isCheckingValues() || m_naming.isRunning()
            || (m_adapter && m_adapter->isBusy()));
}

void OverviewView::rebuild()
{
    // While facts are found the page is empty: one of the checkpoint before would lead into this one.
    auto* const frame = new QWidget;
    auto* const center = new QHBoxLayout(frame);
    center->setContentsMargins(16, 16, 16, 24);
    m_digests = nullptr;
    m_stated = nullptr;
    m_findings = nullptr;
    m_foundByScan = nullptr;
    m_largest = {};
    m_blocks.clear();
    m_largestOne = nullptr;
    m_naming.stop();
    if (!m_overview.facts()) {
        m_empty = mutedLabel(m_overview.checkpoint() ? QString() : m_emptyText);
        m_empty->setAlignment(Qt::AlignCenter);
        m_empty->setWordWrap(true);
        center->addWidget(m_empty);
        setWidget(frame);
        return;
    }
    const OverviewFacts& facts = *m_overview.facts();
    auto* const content = new QWidget;
    content->setMaximumWidth(pageWidth);
    auto* const page = new QVBoxLayout(content);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    addTitle(*page, facts.card);
    addFindings(*page);
    addTotals(*page, facts);
    addLargest(*page, facts);
    addHealth(*page);
    addArchitecture(*page, facts);
    addQuantization(*page);
    if (!facts.dtypes.empty()) {
        addHeading(*page, tr("Types"));
        page->addWidget(new DTypeMix(facts.dtypes));
    }
    if (AdapterPanel::isFor(*facts.model))
        addAdapter(*page);
    addStructure(*page, facts);
    m_largest = addLargestTensors(*page, *m_overview.checkpoint(), facts.largest, facts.equalBytes,
        [this](std::uint32_t tensor) { emit tensorChosen(tensor); });
    if (MemoryPanel::isFor(checkpoint(), *facts.model))
        page->addWidget(new MemoryPanel(checkpoint().totalTensorBytes(), facts.model));
    addHighlights(*page, facts);
    addDigests(*page);
    page->addStretch(1);
    center->addWidget(content, 1);
    center->addStretch(0);
    setWidget(frame);
    startDigest();
    updateNames();
}

void OverviewView::updateNames()
{
    const auto& facts = m_overview.facts();
    if (!facts || !m_edits || m_edits->edits().checkpoint() != m_overview.checkpoint()->checkpoint)
        return;
    auto job = [opened = m_overview.checkpoint(), edits = m_edits->edits()](const Work& work) {
        return std::make_shared<const MovedGroups>(edits, std::shared_ptr<const NameTree>(opened, &opened->tree), work);
    };
    m_naming.start(std::move(job), [this](const std::shared_ptr<const MovedGroups>& moved) {
        for (std::size_t i = 0; i < m_blocks.size(); ++i) {
            const auto& repetition = m_overview.facts()->repetitions[i];
            m_blocks[i]->setName(text(moved->pathAfter(repetition.group).value_or(repetition.path)));
        }
        if (m_largest)
            m_largest(namesAfter(moved));
        if (m_largestOne)
            m_largestOne->setName(namesAfter(moved)(m_overview.facts()->largest.bySize.front()));
    });
}

void OverviewView::addAdapter(QBoxLayout& page)
{
    m_adapter = new AdapterPanel(m_overview.checkpoint()->checkpoint);
    connect(m_adapter, &AdapterPanel::busyChanged, this, &OverviewView::busyChanged);
    connect(m_adapter, &AdapterPanel::tensorChosen, this, &OverviewView::tensorChosen);
    connect(m_adapter, &AdapterPanel::writingWanted, this, &OverviewView::adapterWritingWanted);
    page.addWidget(m_adapter);
}

void OverviewView::addTitle(QBoxLayout& page, const ModelCard& card)
{
    auto* const title = new ElidedLabel(printableText(toQString(checkpoint().path.filename())));
    title->setFont(titleFont(title->font()));
    page.addWidget(title);
    const QString separator = QStringLiteral(" · ");
    const QString format = formatTitle(checkpoint());
    const bool isUnknown = card.name.isEmpty() && checkpoint().tensors.size() > 1; // a lone array is no model
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
    QStringList sources = card.detailEvidence;
    if (!card.source.isEmpty())
        sources.prepend(tr("From %1").arg(card.source));
    else if (sources.isEmpty())
        sources << tr("From the metadata");
    model->setToolTip(plainToolTip(sources.join(u'\n')));
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
    const auto add = [&](const QString& number, const QString& exact, const QString& words) {
        addFigure(flow, number, exact, words);
    };
    add(text(formatCount(facts.totals.tensors)), tensorsText(facts.totals.tensors),
        tr("tensor(s)", "below a number", pluralOf(facts.totals.tensors)));
    add(text(formatShort(facts.totals.elements)), parameterCountText(facts.totals.elements),
        tr("parameter(s)", "below a number", pluralOf(facts.totals.elements)));
    add(text(formatBytes(facts.declaredBytes)), byteCountText(facts.declaredBytes),
        facts.incompleteTensors > 0 ? tr("declared in tensors") : tr("in tensors"));
    if (facts.bitsPerElement) {
        const QString bits = QString::number(*facts.bitsPerElement, 'f', 2);
        add(bits, tr("%1 bits").arg(*facts.bitsPerElement, 0, 'g', 10), tr("bits per parameter"));
    }
    add(text(formatBytes(facts.headerBytes)), byteCountText(facts.headerBytes),
        checkpoint().files.size() > 1 ? tr("in headers") : tr("in the header"));
    add(text(formatBytes(facts.fileBytes)), byteCountText(facts.fileBytes),
        checkpoint().files.size() > 1 ? tr("in files") : tr("in the file"));
    if (facts.sharedTensors > 0)
        add(text(formatCount(facts.sharedTensors)), tensorsText(facts.sharedTensors), tr("shared, counted once"));
}

/// In one line, so that it is seen at once; nothing where all tensors have the same size.
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

void OverviewView::addFindings(QBoxLayout& page)
{
    m_findings = addFindingsTable(page, tr("Findings"));
    showFindings();
}

/// Those of the checkpoint itself, of the model, and those about scales that were read. After a complete scan, which
/// has read all scales, only what it did not find itself.
void OverviewView::showFindings()
{
    if (!m_findings)
        return;
    Findings findings = checkpoint().findings;
    findings.append(m_overview.facts()->model->findings);
    if (const auto& ofScales = m_overview.scaleFindings()) {
        const HealthResultsPtr results = m_scan ? m_scan->results() : nullptr;
        if (results && results->isComplete())
            findings.append(notFoundByScan(*ofScales, results->findings()));
        else
            findings.append(*ofScales);
    }
    showIn(*m_findings, std::move(findings));
}

/// A heading and a table, on a widget of their own.
FindingsTable* OverviewView::addFindingsTable(QBoxLayout& page, const QString& heading, const QString& meaning)
{
    auto* const section = new QWidget;
    auto* const column = new QVBoxLayout(section);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* const table = new FindingsTable;
    table->setBrief(true);
    auto* const more = new LinkButton(tr("Show all"));
    const auto showLink = [table, more] {
        more->setName(table->isBrief() ? tr("Show all") : tr("Show less"));
        more->setVisible(table->hasMore());
    };
    connect(more, &QAbstractButton::clicked, table, [table] { table->setBrief(!table->isBrief()); });
    connect(table, &FindingsTable::extentChanged, more, showLink);
    connect(table, &FindingsTable::tensorChosen, this, &OverviewView::tensorChosen);
    connect(table, &FindingsTable::placeChosen, this, &OverviewView::placeChosen);
    addHeading(*column, heading, more)->setToolTip(plainToolTip(meaning));
    column->addWidget(table);
    showLink();
    section->hide();
    page.addWidget(section);
    return table;
}

/// Without findings the table is hidden. It keeps its own: a scan that begins has none yet, and mostly ends with the
/// same.
void OverviewView::showIn(FindingsTable& table, Findings findings)
{
    const bool hasAny = !findings.list().empty();
    if (hasAny)
        table.setFindings(m_overview.checkpoint()->checkpoint, std::make_shared<const Findings>(std::move(findings)));
    table.parentWidget()->setVisible(hasAny);
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

void OverviewView::addHealth(QBoxLayout& page)
{
    if (!m_scan || checkpoint().tensors.empty())
        return;
    auto* const panel = new HealthPanel(*m_scan);
    connect(panel, &HealthPanel::filterWanted, this, &OverviewView::filterWanted);
    page.addSpacing(12);
    page.addWidget(panel);
    m_foundByScan = addFindingsTable(page, tr("Checks of the values"),
        tr("Weights compared with those of other layers and parts, and scales with what they scale. Warnings of Health "
           "and warning:yes are about each tensor by itself: what is found here does not count among them."));
    showFoundByScan();
}

/// Once a scan has ended: a table that grows while one reads it would be no help.
void OverviewView::showFoundByScan()
{
    if (!m_foundByScan)
        return;
    const HealthResultsPtr results = m_scan->results();
    if (!results || m_scan->isRunning()) {
        m_foundByScan->parentWidget()->hide();
        return;
    }
    m_overview.checkValues(results);
    Findings findings;
    if (m_overview.valueFindings())
        findings.append(*m_overview.valueFindings());
    findings.append(results->findings());
    showIn(*m_foundByScan, std::move(findings));
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

void OverviewView::addDigests(QBoxLayout& page)
{
    addHeading(page, tr("Digest"));
    m_digests = new DigestPanel;
    connect(m_digests, &DigestPanel::busyChanged, this, &OverviewView::digestRunningChanged);
    m_digests->setCheckpoint(m_overview.checkpoint()->checkpoint);
    m_digests->setTensor(m_tensor);
    page.addWidget(m_digests);
    if (!statesDigests(checkpoint()))
        return;
    addHeading(page, tr("Stated digests"));
    m_stated = new StatedDigestsPanel(m_overview.checkpoint());
    connect(m_stated, &StatedDigestsPanel::busyChanged, this, &OverviewView::digestRunningChanged);
    connect(m_stated, &StatedDigestsPanel::tensorChosen, this, &OverviewView::tensorChosen);
    page.addWidget(m_stated);
}

} // namespace loupe
