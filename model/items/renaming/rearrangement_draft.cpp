#include "items/renaming/rearrangement_draft.h"

#include "analysis/rearrangement/presets.h"
#include "core/checked_math.h"
#include "insight/named_sizes.h"
#include "items/jobs/qt_text.h"
#include "items/renaming/chosen_rearrangement.h"
#include "items/session/fetch_consent.h"

#include <algorithm>

namespace loupe {

namespace {

std::uint64_t bytesToFetch(const Checkpoint& a, const Checkpoint& b, const std::vector<TensorPair>& pairs)
{
    std::uint64_t bytes = 0;
    for (const TensorPair& pair : pairs) {
        if (pair.both() && !pair.shapeChanged)
            continue;
        bytes = saturatingAdd(bytes, pair.a == TensorPair::none ? 0 : remoteBytes(a, pair.a));
        bytes = saturatingAdd(bytes, pair.b == TensorPair::none ? 0 : remoteBytes(b, pair.b));
    }
    return bytes;
}

} // namespace

RearrangementDraft::RearrangementDraft(PairedCheckpointsPtr paired, QObject* parent)
    : QObject(parent)
    , m_paired(std::move(paired))
{
    if (!current().recipe.empty() && !isPreset(current()))
        m_file = current();
    connect(&m_saver, &FileSaver::saved, this, &RearrangementDraft::saved);
    connect(&m_saver, &FileSaver::failed, this, &RearrangementDraft::failed);
    connect(&m_searching, &JobRunner::runningChanged, this, &RearrangementDraft::searchingChanged);
    connect(&m_searching, &JobRunner::progressed, this, &RearrangementDraft::progressed);
    fitPresets();
}

void RearrangementDraft::fitPresets()
{
    auto job = [paired = m_paired](const Work& work) -> Result<std::vector<RecipeFit>> {
        std::vector<Rearrangement> recipes;
        for (const RearrangementPreset& preset : rearrangementPresets()) {
            auto recipe = Rearrangement::parse(preset.text());
            if (!recipe)
                return fail(std::move(recipe.error()));
            recipes.push_back(std::move(*recipe));
        }
        return recipeFits(*paired->openedA, *paired->openedB, recipes, work);
    };
    m_fitting.start(std::move(job), [this](Result<std::vector<RecipeFit>> fits) {
        if (!fits)
            return;
        m_fits = std::move(*fits);
        emit presetsFitted();
    });
}

void RearrangementDraft::readFile(const QString& path)
{
    m_reading.start([path = path.toStdString()](const Work&) { return readChosenRearrangement(path); },
        [this](Result<ChosenRearrangement> read) {
            if (!read) {
                emit failed(read.error());
                return;
            }
            m_file = std::move(*read);
            emit fileRead();
        });
}

void RearrangementDraft::save(const QString& path, const ChosenRearrangement& rearrangement)
{
    m_saver.save(path, QByteArray::fromStdString(rearrangement.recipe));
}

void RearrangementDraft::search()
{
    auto job = [paired = m_paired, mayFetch = m_mayFetch](const Work& work) -> Result<Found> {
        const auto pairs = pairTensors(*paired->openedA, *paired->openedB, validRules(paired->choice->rules));
        const std::uint64_t bytes =
            mayFetch ? 0 : bytesToAskToWork(bytesToFetch(*paired->openedA, *paired->openedB, pairs));
        if (bytes > 0)
            return Found{{}, bytes};
        auto suggestions =
            suggestRules(paired->openedA, paired->openedB, pairs, namedSizes(*paired->openedA, *paired->openedB), work);
        return suggestions ? Result<Found>(Found{std::move(*suggestions), 0}) : fail(std::move(suggestions.error()));
    };
    m_searching.start(std::move(job), [this](Result<Found> result) {
        if (!result) {
            emit failed(result.error());
        } else if (result->bytesToAsk > 0) {
            m_mayFetch = true;
            emit fetchWanted(result->bytesToAsk);
        } else {
            m_suggestions = std::move(result->suggestions);
            m_isSearched = true;
            emit found();
        }
    });
}

ChosenRearrangement RearrangementDraft::chosen(const std::vector<std::size_t>& numbers) const
{
    std::vector<SuggestedRule> rules;
    for (const std::size_t number : numbers)
        rules.push_back(m_suggestions.rules[number]);
    return rules.empty() ? ChosenRearrangement() : ChosenRearrangement{"suggested rules", recipeOf(rules)};
}

} // namespace loupe
