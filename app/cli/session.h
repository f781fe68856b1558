#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"
#include "app/cli/terminal.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "core/text/error_json.h"
#include "core/text/json_writer.h"
#include "core/work.h"
#include "formats/shared/secret.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace loupe {

class CollectedResults;

/// What a verb has besides its options: where answers and complaints go, and whether it should stop.
class Session {
public:
    Session(const CommonOptions& options, std::stop_token stop)
        : m_options(options)
        , m_stop(std::move(stop))
    {
    }
    /// For a verb whose results are there already.
    Session(const CommonOptions& options, const Session& outer, std::shared_ptr<const CollectedResults> collected)
        : m_options(options)
        , m_stop(outer.m_stop)
        , m_collected(std::move(collected))
    {
    }

    const CommonOptions& options() const { return m_options; }
    const Style& style() const { return m_style; }
    Work work(Progress* progress = nullptr) const { return {m_stop, progress}; }
    bool stopped() const { return m_stop.stop_requested(); }
    /// What to print in place of looking; null if the verb has to look.
    const CollectedResults* collected() const { return m_collected.get(); }

    /// Reads the file of the key or passphrase that the options name, if they do. Before the first open().
    Result<> readSecret();
    /// A checkpoint, with the secret for its encrypted values where there is one. Quantized weights are those that they
    /// stand for; where the options ask for what is stored, all tensors and numbers are as they are stored.
    Result<std::shared_ptr<const Checkpoint>> open(const std::string& path) const;
    /// The tensors as the files have them, their values as open() gives them.
    Result<std::shared_ptr<const Checkpoint>> openAsListed(const std::string& path) const;

    /// Before values are read: InvalidArgument where these are many `bytes` over the network, and --yes was not given;
    /// then the status is Usage. `paths`: what they are of, for the message.
    Result<> allowFetching(std::uint64_t bytes, std::span<const std::string> paths) const;
    Result<> allowFetching(std::uint64_t bytes, const std::filesystem::path& path) const;

    /// To standard output, buffered.
    void print(std::string_view text) const;
    JsonWriter json() const;
    /// Hands what was printed to the system now.
    void flush() const;

    /// Writes the error's line to standard error and gives the status it means. Says nothing about Stopped.
    ExitStatus report(const Error& error) const;
    /// With --json, makes the error the document.
    void answer(const Error& error) const;
    /// Both of these.
    ExitStatus reportAsAnswer(const Error& error) const;
    /// A remark on standard error, unless --quiet.
    void remark(std::string_view sentence) const;

    /// `status`, or Failed where standard output could not be written: says so.
    ExitStatus finish(ExitStatus status) const;

private:
    void remarkOnTraffic() const;
    /// Which files were read without asking their servers, and of when they are.
    void remarkOnCopies() const;

    CommonOptions m_options;
    std::stop_token m_stop;
    std::shared_ptr<const CollectedResults> m_collected;
    std::optional<Secret> m_secret;
    Style m_style = Style::forDescriptor(1);
};

/// "tloupe: SENTENCE" and a line feed on standard error, everything spelled out that could fool a reader.
void printErrorLine(std::string_view sentence);

} // namespace loupe
