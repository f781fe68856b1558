#include "items/session/model_card.h"

#include "core/text/text.h"
#include "formats/opening/registry.h"
#include "items/jobs/qt_text.h"
#include "items/language/engine_words.h"
#include "items/language/plural.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

namespace {

constexpr std::size_t longestText = 200; // bytes of a text from a file

class CardText {
    Q_DECLARE_TR_FUNCTIONS(loupe::ModelCard)
};

/// The beginning of a text that may be long. If a character is cut in two, it is shown as an invalid byte.
QString shortened(const std::string& text)
{
    return toQString(printable(std::string_view(text).substr(0, longestText)));
}

struct CardDetail {
    QString words;
    QString definition;
    QString evidence = {}; ///< the source of the detail
};

class ArchitectureWords {
public:
    explicit ArchitectureWords(const Architecture& architecture)
        : m_architecture(architecture)
    {
    }

    std::vector<CardDetail> words() const
    {
        std::vector<CardDetail> details;
        for (const FigureValue& figure : m_architecture.figures) {
            if (const QString text = textOf(figure); !text.isEmpty())
                details.push_back({text, definitionOf(figure.figure), evidenceOf(figure)});
        }
        if (m_architecture.hasTiedHead.value_or(false))
            details.push_back(
                {CardText::tr("tied head"), CardText::tr("the output uses the weights of the token embedding")});
        const ParameterCounts& counts = m_architecture.parameters;
        if (counts.experts > 0 && counts.active)
            details.push_back({CardText::tr("%1 of %2 parameters active per token")
                                   .arg(toQString(formatShort(*counts.active)), toQString(formatShort(counts.total))),
                CardText::tr("all parameters except those of experts that the router does not select")});
        return details;
    }

private:
    using Figure = ArchitectureFigure;

    /// The figure that is shown together with this one: key heads with heads.
    static std::optional<Figure> partner(Figure figure)
    {
        if (figure == Figure::Heads)
            return Figure::KeyValueHeads;
        return figure == Figure::Experts ? std::optional(Figure::ExpertsPerToken) : std::nullopt;
    }

    /// Defines the figures that textOf() can describe.
    static QString definitionOf(Figure figure)
    {
        switch (figure) {
        case Figure::Layers:
        case Figure::DecoderLayers:
            return CardText::tr("blocks with the same structure, in sequence");
        case Figure::HiddenSize:
            return CardText::tr("how many numbers represent a token between layers");
        case Figure::Heads:
            return CardText::tr("parallel attention heads in each layer; several may share keys and values");
        case Figure::Experts:
            return CardText::tr("feed-forward networks in each layer; a router selects some of them for each token");
        case Figure::Vocabulary:
            return CardText::tr("how many different tokens the model has");
        case Figure::Context:
            return CardText::tr("the largest number of tokens in a sequence that the model is made for");
        default:
            return {};
        }
    }

    QString evidenceOf(const FigureValue& figure) const
    {
        QString evidence = shortened(figure.evidence);
        const auto beside = partner(figure.figure);
        const auto found = std::ranges::find_if(
            m_architecture.figures, [&](const FigureValue& other) { return beside == other.figure; });
        if (found != m_architecture.figures.end())
            evidence += QStringLiteral(", ") + shortened(found->evidence);
        return evidence;
    }

    /// Empty for figures that are not in the line, or that are shown together with others.
    QString textOf(const FigureValue& figure) const
    {
        const std::uint64_t count = figure.value;
        const QString grouped = groupedCount(count);
        switch (figure.figure) {
        case Figure::Layers:
            if (m_architecture.find(Figure::DecoderLayers))
                return CardText::tr("%1 layer(s) in the encoder", nullptr, pluralOf(count)).arg(grouped);
            return CardText::tr("%1 layer(s)", nullptr, pluralOf(count)).arg(grouped);
        case Figure::DecoderLayers:
            return CardText::tr("%1 layer(s) in the decoder", nullptr, pluralOf(count)).arg(grouped);
        case Figure::HiddenSize:
            return CardText::tr("hidden size %1").arg(grouped);
        case Figure::Heads: {
            const auto keys = m_architecture.find(Figure::KeyValueHeads);
            if (keys && *keys != count)
                return CardText::tr("%1 head(s) (%2 KV)", nullptr, pluralOf(count)).arg(grouped, groupedCount(*keys));
            return CardText::tr("%1 head(s)", nullptr, pluralOf(count)).arg(grouped);
        }
        case Figure::Experts: {
            const auto chosen = m_architecture.find(Figure::ExpertsPerToken);
            if (chosen)
                return CardText::tr("%1 expert(s), %2 per token", nullptr, pluralOf(count))
                    .arg(grouped, groupedCount(*chosen));
            return CardText::tr("%1 expert(s)", nullptr, pluralOf(count)).arg(grouped);
        }
        case Figure::Vocabulary:
            return CardText::tr("vocabulary %1").arg(grouped);
        case Figure::Context:
            return CardText::tr("context %1").arg(grouped);
        default:
            return {};
        }
    }

    const Architecture& m_architecture;
};

/// "8", or "4 to 32" where modules have others.
QString adapterNumberText(const StatedNumber& number)
{
    return number.isOne()
        ? QString::number(number.value)
        : CardText::tr("%1 to %2", "range of numbers").arg(QString::number(number.least), QString::number(number.most));
}

/// Rank, alpha and base model of an adapter.
std::vector<CardDetail> adapterDetails(const StatedModel& model)
{
    std::vector<CardDetail> details;
    if (model.rank)
        details.push_back({CardText::tr("rank %1").arg(adapterNumberText(*model.rank)),
            CardText::tr("how many rows the factor A (down) of a change has")});
    if (model.alpha)
        details.push_back({CardText::tr("alpha %1").arg(adapterNumberText(*model.alpha)),
            CardText::tr("divided by the rank, or by its root, it scales each change")});
    if (!model.baseModel.empty())
        details.push_back({CardText::tr("base model %1").arg(shortened(model.baseModel)),
            CardText::tr("the model that the adapter changes")});
    return details;
}

void addDetails(ModelCard& card, const std::vector<CardDetail>& details, const QString& source)
{
    if (details.empty())
        return;
    bool hasEvidence = false;
    for (const CardDetail& detail : details) {
        card.details << detail.words;
        hasEvidence = hasEvidence || !detail.evidence.isEmpty();
        card.detailHelp << (detail.evidence.isEmpty()
                ? CardText::tr("%1: %2", "figure, definition").arg(detail.words, detail.definition)
                : CardText::tr("%1: %2 (%3)", "figure, definition, evidence")
                      .arg(detail.words, detail.definition, detail.evidence));
    }
    if (!source.isEmpty())
        card.detailHelp.prepend(CardText::tr("From %1").arg(source));
    else if (!hasEvidence)
        card.detailHelp.prepend(CardText::tr("From the metadata"));
}

/// "Qwen3, language model"; only the title if it already contains the kind.
QString familyText(const QString& title, ModelKind kind)
{
    if (title.contains(toQString(kindName(kind)), Qt::CaseInsensitive))
        return title;
    return CardText::tr("%1, %2", "family of models, kind of model").arg(title, engineWord(kindName(kind)));
}

QString cardNameText(const StatedModel& model)
{
    const QString name = shortened(model.name);
    return model.isAdapter ? CardText::tr("%1 adapter").arg(name == u"LORA" ? QStringLiteral("LoRA") : name) : name;
}

} // namespace

QString formatTitle(const Checkpoint& checkpoint)
{
    const Format* const format = findFormat(checkpoint.format);
    QString text = toQString(format ? format->title : checkpoint.format);
    if (const QString variant = toQString(checkpoint.variant); !variant.isEmpty())
        text += (variant[0].isDigit() ? QStringLiteral(" v") : QStringLiteral(" ")) + variant;
    // The format is unknown if none of the index's files could be opened.
    if (checkpoint.files.size() > 1 || text.isEmpty()) {
        const bool sharded = checkpoint.shardCount() == checkpoint.files.size();
        const std::size_t count = checkpoint.files.size();
        const QString files = (sharded ? CardText::tr("%1 shard(s)", nullptr, pluralOf(count))
                                       : CardText::tr("%1 file(s)", nullptr, pluralOf(count)))
                                  .arg(groupedCount(count));
        return text.isEmpty() ? files : CardText::tr("%1, %2", "format, number of files").arg(text, files);
    }
    return text;
}

ModelCard makeModelCard(const ModelReport& report)
{
    const RecognizedModel& model = report.model;
    const StatedModel& stated = report.stated;
    if (!model.family && stated.isEmpty())
        return {};
    ModelCard card;
    std::vector<CardDetail> details;
    if (stated.isAdapter || !model.family) {
        card.name = cardNameText(stated);
        details = adapterDetails(stated);
    } else {
        card.name = familyText(toQString(model.title), model.family->kind);
        if (!stated.name.empty())
            card.nameEvidence << shortened(stated.name);
    }
    for (const std::string& evidence : model.evidence)
        card.nameEvidence << shortened(evidence);
    if (!stated.isAdapter) {
        for (const std::string_view part : model.parts)
            card.nameEvidence << CardText::tr("with %1", "part of a model").arg(engineWord(part));
        std::ranges::move(ArchitectureWords(report.architecture).words(), std::back_inserter(details));
    }
    addDetails(card, details, toQString(report.config.file()));
    return card;
}

} // namespace loupe
