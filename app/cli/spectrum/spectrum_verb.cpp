#include "analysis/spectrum/spectrum_request.h"
#include "app/cli/progress_bar.h"
#include "app/cli/spectrum/spectrum_output.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "reports/spectrum_csv.h"
#include "reports/summary_json.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

/// One tensor, or a pair.
struct Subject {
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t tensor = 0;
    std::uint32_t other = none; ///< index in the other checkpoint
};

/// Computes the requested spectra one by one, and prints them.
class Spectra {
public:
    Spectra(const SpectrumVerbOptions& options, const Session& session)
        : m_options(options)
        , m_session(session)
        , m_bar(!session.options().quiet)
    {
    }

    ExitStatus answer()
    {
        if (auto ready = prepare(); !ready) {
            const ExitStatus status = m_session.reportAsAnswer(ready.error());
            return ready.error().code == ErrorCode::InvalidArgument ? ExitStatus::Usage : status;
        }
        if (m_options.csv)
            return answerCsv();
        return m_options.common.json ? answerJson() : answerText();
    }

private:
    using Sink = std::function<void(const Subject& subject, const Result<Spectrum>& spectrum)>;

    bool isPair() const { return m_other != nullptr; }

    Result<> prepare()
    {
        auto opened = openFiltered(m_options.path, m_session);
        if (!opened)
            return fail(std::move(opened.error()));
        m_checkpoint = opened->checkpoint;
        auto tensors = chooseTensors(*m_checkpoint, opened->kept, m_options.tensors);
        if (!tensors)
            return fail(std::move(tensors.error()));
        if (!m_options.against.empty()) {
            auto other = m_session.open(m_options.against);
            if (!other)
                return fail(std::move(other.error()));
            m_other = *other;
        }
        if (auto chosen = choose(*tensors); !chosen)
            return chosen;
        return allowFetching();
    }

    /// Without names, all matrices are chosen and other tensors left out.
    Result<> choose(const std::vector<std::uint32_t>& tensors)
    {
        std::unordered_map<std::string_view, std::uint32_t> others;
        for (std::uint32_t i = 0; isPair() && i < m_other->tensors.size(); ++i)
            others.emplace(m_other->tensors[i].name, i);
        const bool areNamed = !m_options.tensors.empty();
        std::size_t unpaired = 0, likelyStacks = 0;
        std::optional<Error> noSuchMatrix; ///< of the first stack that has no matrix of the requested number
        for (const std::uint32_t tensor : tensors) {
            const Tensor& described = m_checkpoint->tensors[tensor];
            if (auto matrix = asMatrix(described.shape, stackedOf(described)); !areNamed && !matrix) {
                if (matrix.error().code == ErrorCode::InvalidArgument && !noSuchMatrix) {
                    noSuchMatrix = std::move(matrix.error());
                    noSuchMatrix->message = "tensor " + quote(described.name) + ' ' + noSuchMatrix->message;
                    noSuchMatrix->path = m_options.path;
                }
                continue;
            }
            Subject subject{tensor};
            if (isPair()) {
                const auto other = others.find(described.name);
                if (other == others.end() && areNamed) {
                    return fail(ErrorCode::InvalidArgument,
                        "has no tensor " + quote(described.name) + " to compare with", m_options.against);
                }
                if (other == others.end()) {
                    ++unpaired;
                    continue;
                }
                subject.other = other->second;
            }
            likelyStacks += !m_options.flattened && isLikelyStack(described.name, described.shape);
            m_subjects.push_back(subject);
        }
        if (unpaired > 0)
            m_session.remark(
                m_options.against + ": has no tensor of the same name for " + counted(unpaired, "matrix", "matrices"));
        if (likelyStacks > 0 && !m_options.spectrum.stacked) {
            m_session.remark(m_options.path + ": " + counted(likelyStacks, "stack")
                + " of matrices, such as the experts of a layer: the first matrix of each; --stacked N looks at matrix "
                  "N, --flattened at all of them as one");
        }
        if (!m_subjects.empty())
            return {};
        if (noSuchMatrix)
            return fail(std::move(*noSuchMatrix));
        return fail(ErrorCode::InvalidArgument,
            isPair() ? "has no matrix with a counterpart in " + m_options.against : "has no tensor that is a matrix",
            m_options.path);
    }

    Result<> allowFetching() const
    {
        std::vector<std::uint32_t> own, others;
        for (const Subject& subject : m_subjects) {
            own.push_back(subject.tensor);
            if (isPair())
                others.push_back(subject.other);
        }
        std::uint64_t bytes = remoteBytes(*m_checkpoint, own);
        std::vector<std::string> paths{m_options.path};
        if (isPair()) {
            bytes = saturatingAdd(bytes, remoteBytes(*m_other, others));
            paths.push_back(m_options.against);
        }
        return m_session.allowFetching(bytes, paths);
    }

    /// The matrix of a stack: by default the first one.
    std::optional<std::uint64_t> stackedOf(const Tensor& tensor) const
    {
        const bool isFirst =
            !m_options.spectrum.stacked && !m_options.flattened && isLikelyStack(tensor.name, tensor.shape);
        return isFirst ? std::optional<std::uint64_t>(0) : m_options.spectrum.stacked;
    }

    Result<Spectrum> find(const Subject& subject, const Work& work) const
    {
        const SpectrumRequest::Side side{m_checkpoint, subject.tensor};
        SpectrumOptions options = m_options.spectrum;
        options.stacked = stackedOf(m_checkpoint->tensors[subject.tensor]);
        if (!isPair())
            return findSpectrum(SpectrumRequest{side, {}, options}, work);
        return findSpectrum(SpectrumRequest{{m_other, subject.other}, side, options}, work);
    }

    ExitStatus findAll(const Sink& sink)
    {
        const auto bytes = [&](const Subject& subject) {
            return saturatingAdd(valueBytes(m_checkpoint->tensors[subject.tensor]),
                isPair() ? valueBytes(m_other->tensors[subject.other]) : 0);
        };
        std::uint64_t total = 0;
        for (const Subject& subject : m_subjects)
            total = saturatingAdd(total, bytes(subject));
        m_bar.expect(total);
        auto status = ExitStatus::Done;
        for (const Subject& subject : m_subjects) {
            m_bar.beginStep(bytes(subject));
            const auto spectrum = find(subject, m_session.work(&m_bar.progress()));
            if (m_session.stopped())
                return ExitStatus::Interrupted;
            m_bar.without([&] {
                if (!spectrum) {
                    worsen(status, m_session.report(spectrum.error()));
                    if (!m_firstError)
                        m_firstError = spectrum.error();
                }
                sink(subject, spectrum);
            });
        }
        return status;
    }

    std::string_view nameOf(const Subject& subject) const { return m_checkpoint->tensors[subject.tensor].name; }

    ExitStatus answerText()
    {
        const bool isOne = m_subjects.size() == 1;
        SpectrumTable table(m_options.questions);
        std::string text;
        const ExitStatus status = findAll([&](const Subject& subject, const Result<Spectrum>& spectrum) {
            if (!isOne)
                table.add(nameOf(subject), spectrum);
            else if (spectrum)
                text = spectrumText(nameOf(subject), *spectrum, m_options.questions, isPair(), m_session.style());
        });
        if (status != ExitStatus::Interrupted && !m_options.common.quiet)
            m_session.print(isOne ? text : table.text());
        return status;
    }

    ExitStatus answerCsv()
    {
        std::string text = spectraCsvHeader();
        const ExitStatus status = findAll([&](const Subject& subject, const Result<Spectrum>& spectrum) {
            text += spectraCsvRow(*m_checkpoint, subject.tensor, spectrum, m_options.questions);
        });
        if (status != ExitStatus::Interrupted)
            m_session.print(text);
        return status;
    }

    ExitStatus answerJson()
    {
        JsonWriter json = m_session.json();
        json.beginObject();
        if (isPair())
            json.member("against", std::string_view(m_options.against));
        json.key("tensors");
        json.beginArray(JsonWriter::Layout::Lines);
        const ExitStatus status = findAll([&](const Subject& subject, const Result<Spectrum>& spectrum) {
            json.beginObject();
            writeTensorHead(json, *m_checkpoint, subject.tensor);
            if (spectrum) {
                writeSpectrum(json, *spectrum, m_options.questions);
            } else {
                json.key("error");
                writeError(json, spectrum.error());
            }
            json.endObject();
        });
        if (status == ExitStatus::Interrupted) // better no document than one that looks complete
            return status;
        json.endArray();
        if (m_firstError) {
            json.key("error");
            writeError(json, *m_firstError);
        }
        json.endObject();
        json.finish();
        return status;
    }

    const SpectrumVerbOptions& m_options;
    const Session& m_session;
    ProgressBar m_bar;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const Checkpoint> m_other; ///< null if there is only one checkpoint
    std::vector<Subject> m_subjects;
    std::optional<Error> m_firstError;
};

} // namespace

ExitStatus run(const SpectrumVerbOptions& options, const Session& session)
{
    return Spectra(options, session).answer();
}

} // namespace loupe
