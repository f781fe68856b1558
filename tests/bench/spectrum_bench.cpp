// spectrum_bench [SIDE]: times all singular values of a SIDE × SIDE matrix (default 4096) and LAPACK's gesdd in the
// same run. Prints how far the values differ and how soon the work stops. Then times the largest values of a matrix
// twice as large. The peer is NumPy with the system's BLAS, whose name is printed: in OpenBLAS it is sgesdd and dgesdd.

#include "analysis/spectrum/spectrum.h"
#include "formats/opening/open_checkpoint.h"
#include "support/temporary_file.h"
#include "timing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace loupe::test {
namespace {

std::filesystem::path writtenMatrix(const TemporaryFolder& folder, std::size_t side)
{
    std::mt19937 random(3);
    std::normal_distribution<float> normal;
    std::vector<float> numbers(side * side);
    for (float& number : numbers)
        number = normal(random);
    const std::string length = std::to_string(side);
    std::string header = R"({"t":{"dtype":"F32","shape":[)" + length + "," + length + R"(],"data_offsets":[0,)"
        + std::to_string(numbers.size() * sizeof(float)) + "]}}";
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string prefix(8, '\0');
    prefix[0] = static_cast<char>(header.size());
    return folder.write(length + ".safetensors",
        prefix + header + std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)));
}

Spectrum measured(const Elements& elements, const char* what)
{
    Result<Spectrum> spectrum;
    const double seconds = secondsOf([&] { spectrum = findSpectrum(elements, {}, {}); });
    std::printf("ours, %s: %.2f s, %zu values\n", what, seconds, spectrum->values.size());
    return std::move(*spectrum);
}

/// Measures how soon work stops if asked after various fractions of its total time, `seconds`.
void measureStop(const Elements& elements, double seconds)
{
    double longest = 0;
    for (const double part : {0.05, 0.2, 0.4, 0.6, 0.75, 0.85, 0.9, 0.95}) {
        std::stop_source stop;
        std::chrono::steady_clock::time_point asked;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::duration<double>(seconds * part));
            asked = std::chrono::steady_clock::now();
            stop.request_stop();
        });
        const auto found = findSpectrum(elements, {}, Work{stop.get_token()});
        const auto stopped = std::chrono::steady_clock::now();
        stopper.join();
        if (!found)
            longest = std::max(longest, std::chrono::duration<double, std::milli>(stopped - asked).count());
    }
    std::printf("stop: at most %.0f ms\n", longest);
}

void compareWithPeer(const std::filesystem::path& path, std::size_t side, const Spectrum& ours)
{
    const std::filesystem::path values = path.string() + ".values";
    for (const char* const dtype : {"float32", "float64"}) {
        const std::string script =
            "import sys, time, numpy as np\n"
            "a = np.fromfile(sys.argv[1], '<f4', offset=int(sys.argv[2])).reshape(int(sys.argv[3]), -1)\n"
            "a = a.astype(sys.argv[4])\n"
            "begin = time.monotonic()\n"
            "s = np.linalg.svd(a, compute_uv=False)\n"
            "seconds = time.monotonic() - begin\n"
            "blas = {l.split('/')[-1].strip() for l in open('/proc/self/maps') if 'blas' in l}\n"
            "print(f'NumPy, {sys.argv[4]}: {seconds:.2f} s with', *sorted(blas), flush=True)\n"
            "s.astype('<f8').tofile(sys.argv[5])\n";
        const std::string offset = std::to_string(std::filesystem::file_size(path) - side * side * sizeof(float));
        const std::string command = "/usr/bin/python3 -c \"" + script + "\" '" + path.string() + "' " + offset + ' '
            + std::to_string(side) + ' ' + dtype + " '" + values.string() + '\'';
        std::fflush(stdout);
        if (std::system(command.c_str()) != 0) {
            std::printf("without the peer: no NumPy\n");
            return;
        }
        std::vector<double> theirs(side);
        std::ifstream(values, std::ios::binary)
            .read(reinterpret_cast<char*>(theirs.data()), static_cast<std::streamsize>(side * sizeof(double)));
        double farthest = 0;
        for (std::size_t i = 0; i < side; ++i)
            farthest = std::max(farthest, std::abs(theirs[i] - ours.values[i]));
        std::printf("  farthest of ours from them: %.1e of the largest\n", farthest / theirs.front());
    }
}

int run(std::size_t side)
{
    const TemporaryFolder folder;
    const auto path = writtenMatrix(folder, side);
    const Elements elements = Elements::open(openCheckpoint(path).value(), 0).value();
    Spectrum ours;
    const double seconds = secondsOf([&] { ours = measured(elements, "all values"); });
    compareWithPeer(path, side, ours);
    measureStop(elements, seconds);
    const auto larger = writtenMatrix(folder, 2 * side);
    measured(Elements::open(openCheckpoint(larger).value(), 0).value(), "a matrix twice as large");
    return 0;
}

} // namespace
} // namespace loupe::test

int main(int argc, char** argv)
{
    return loupe::test::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4096);
}
