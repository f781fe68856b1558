#include "items/tree/filter_words.h"

#include "items/jobs/qt_text.h"

namespace loupe {

namespace {

using VocabularyPtr = std::shared_ptr<const FilterVocabulary>;

Result<VocabularyPtr> vocabularyOf(const FilterWords::Checkpoints& checkpoints, const Work& work)
{
    std::vector<const Checkpoint*> all;
    for (const auto& checkpoint : checkpoints)
        all.push_back(checkpoint.get());
    auto vocabulary = collectVocabulary(all, work);
    if (!vocabulary)
        return fail(std::move(vocabulary.error()));
    return std::make_shared<const FilterVocabulary>(std::move(*vocabulary));
}

} // namespace

FilterWords::FilterWords(FilterSubject subject, QObject* parent)
    : QObject(parent)
    , m_subject(subject)
{
}

void FilterWords::setCheckpoints(Checkpoints checkpoints)
{
    if (checkpoints == m_checkpoints)
        return;
    m_job.stop();
    m_vocabulary.reset();
    m_checkpoints = std::move(checkpoints);
}

void FilterWords::collect()
{
    if (m_vocabulary || m_job.isRunning() || m_checkpoints.empty())
        return;
    m_job.start([checkpoints = m_checkpoints](const Work& work) { return vocabularyOf(checkpoints, work); },
        [this](Result<VocabularyPtr> vocabulary) {
            if (!vocabulary)
                return;
            m_vocabulary = std::move(*vocabulary);
            emit changed();
        });
}

FilterWords::Completion FilterWords::complete(const QString& text, int cursor) const
{
    constexpr qsizetype longest = 10'000; // in characters; nobody types a longer filter
    if (text.size() > longest)
        return {};
    const QByteArray utf8 = text.toUtf8();
    const qsizetype bytes = text.left(cursor).toUtf8().size();
    FilterCompletion found =
        completeFilter({utf8.data(), std::size_t(utf8.size())}, std::size_t(bytes), m_subject, m_vocabulary.get());
    return {int(QString::fromUtf8(utf8.left(qsizetype(found.begin))).size()), std::move(found.choices)};
}

} // namespace loupe
